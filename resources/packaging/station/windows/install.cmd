@echo off
rem Installs the service. Run as an administrator.
setlocal
if not exist "%~dp0clearfolder-service.exe" (
  echo The service wrapper is missing. Download WinSW from https://github.com/winsw/winsw/releases, check its hash,
  echo and save its program as "%~dp0clearfolder-service.exe". Nothing was changed.
  exit /b 1
)
if not exist "%ProgramData%\Clearfolder" mkdir "%ProgramData%\Clearfolder"
rem Only SYSTEM and administrators may read the data.
icacls "%ProgramData%\Clearfolder" /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F >nul || exit /b 1
if not exist "%ProgramData%\Clearfolder\settings.json" (
  echo Write "%ProgramData%\Clearfolder\settings.json" first; settings-example.json shows how. Nothing was installed.
  exit /b 1
)
"%~dp0clearfolder-service.exe" install && "%~dp0clearfolder-service.exe" start
