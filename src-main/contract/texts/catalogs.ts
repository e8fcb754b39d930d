import enApp from './en/app.json' with { type: 'json' };
import enAudit from './en/audit.json' with { type: 'json' };
import enCommander from './en/commander.json' with { type: 'json' };
import enCommands from './en/commands.json' with { type: 'json' };
import enCommon from './en/common.json' with { type: 'json' };
import enConnect from './en/connect.json' with { type: 'json' };
import enCorrect from './en/correct.json' with { type: 'json' };
import enDesktop from './en/desktop.json' with { type: 'json' };
import enDetail from './en/detail.json' with { type: 'json' };
import enDoctor from './en/doctor.json' with { type: 'json' };
import enDocuments from './en/documents.json' with { type: 'json' };
import enDrop from './en/drop.json' with { type: 'json' };
import enExports from './en/exports.json' with { type: 'json' };
import enFolders from './en/folders.json' with { type: 'json' };
import enHandling from './en/handling.json' with { type: 'json' };
import enHelp from './en/help.json' with { type: 'json' };
import enInsights from './en/insights.json' with { type: 'json' };
import enIssue from './en/issue.json' with { type: 'json' };
import enLedger from './en/ledger.json' with { type: 'json' };
import enLock from './en/lock.json' with { type: 'json' };
import enOutbox from './en/outbox.json' with { type: 'json' };
import enProblemService from './en/problem-service.json' with { type: 'json' };
import enProblemStation from './en/problem-station.json' with { type: 'json' };
import enSecrets from './en/secrets.json' with { type: 'json' };
import enSelect from './en/select.json' with { type: 'json' };
import enSettings from './en/settings.json' with { type: 'json' };
import enSharing from './en/sharing.json' with { type: 'json' };
import enShell from './en/shell.json' with { type: 'json' };
import enStation from './en/station.json' with { type: 'json' };
import enStations from './en/stations.json' with { type: 'json' };
import enTask from './en/task.json' with { type: 'json' };
import enTasks from './en/tasks.json' with { type: 'json' };
import enTerminal from './en/terminal.json' with { type: 'json' };
import enToday from './en/today.json' with { type: 'json' };
import enViews from './en/views.json' with { type: 'json' };
import enWaiting from './en/waiting.json' with { type: 'json' };
import esApp from './es/app.json' with { type: 'json' };
import esAudit from './es/audit.json' with { type: 'json' };
import esCommander from './es/commander.json' with { type: 'json' };
import esCommands from './es/commands.json' with { type: 'json' };
import esCommon from './es/common.json' with { type: 'json' };
import esConnect from './es/connect.json' with { type: 'json' };
import esCorrect from './es/correct.json' with { type: 'json' };
import esDesktop from './es/desktop.json' with { type: 'json' };
import esDetail from './es/detail.json' with { type: 'json' };
import esDoctor from './es/doctor.json' with { type: 'json' };
import esDocuments from './es/documents.json' with { type: 'json' };
import esDrop from './es/drop.json' with { type: 'json' };
import esExports from './es/exports.json' with { type: 'json' };
import esFolders from './es/folders.json' with { type: 'json' };
import esHandling from './es/handling.json' with { type: 'json' };
import esHelp from './es/help.json' with { type: 'json' };
import esInsights from './es/insights.json' with { type: 'json' };
import esIssue from './es/issue.json' with { type: 'json' };
import esLedger from './es/ledger.json' with { type: 'json' };
import esLock from './es/lock.json' with { type: 'json' };
import esOutbox from './es/outbox.json' with { type: 'json' };
import esProblemService from './es/problem-service.json' with { type: 'json' };
import esProblemStation from './es/problem-station.json' with { type: 'json' };
import esSecrets from './es/secrets.json' with { type: 'json' };
import esSelect from './es/select.json' with { type: 'json' };
import esSettings from './es/settings.json' with { type: 'json' };
import esSharing from './es/sharing.json' with { type: 'json' };
import esShell from './es/shell.json' with { type: 'json' };
import esStation from './es/station.json' with { type: 'json' };
import esStations from './es/stations.json' with { type: 'json' };
import esTask from './es/task.json' with { type: 'json' };
import esTasks from './es/tasks.json' with { type: 'json' };
import esTerminal from './es/terminal.json' with { type: 'json' };
import esToday from './es/today.json' with { type: 'json' };
import esViews from './es/views.json' with { type: 'json' };
import esWaiting from './es/waiting.json' with { type: 'json' };

/** The ICU messages of each language by key. */
export const CATALOGS: Readonly<Record<'en' | 'es', Readonly<Record<string, string>>>> = {
  en: {
    ...enApp,
    ...enAudit,
    ...enCommander,
    ...enCommands,
    ...enCommon,
    ...enConnect,
    ...enCorrect,
    ...enDesktop,
    ...enDetail,
    ...enDoctor,
    ...enDocuments,
    ...enDrop,
    ...enExports,
    ...enFolders,
    ...enHandling,
    ...enHelp,
    ...enInsights,
    ...enIssue,
    ...enLedger,
    ...enLock,
    ...enOutbox,
    ...enProblemService,
    ...enProblemStation,
    ...enSecrets,
    ...enSelect,
    ...enSettings,
    ...enSharing,
    ...enShell,
    ...enStation,
    ...enStations,
    ...enTask,
    ...enTasks,
    ...enTerminal,
    ...enToday,
    ...enViews,
    ...enWaiting,
  },
  es: {
    ...esApp,
    ...esAudit,
    ...esCommander,
    ...esCommands,
    ...esCommon,
    ...esConnect,
    ...esCorrect,
    ...esDesktop,
    ...esDetail,
    ...esDoctor,
    ...esDocuments,
    ...esDrop,
    ...esExports,
    ...esFolders,
    ...esHandling,
    ...esHelp,
    ...esInsights,
    ...esIssue,
    ...esLedger,
    ...esLock,
    ...esOutbox,
    ...esProblemService,
    ...esProblemStation,
    ...esSecrets,
    ...esSelect,
    ...esSettings,
    ...esSharing,
    ...esShell,
    ...esStation,
    ...esStations,
    ...esTask,
    ...esTasks,
    ...esTerminal,
    ...esToday,
    ...esViews,
    ...esWaiting,
  },
};
