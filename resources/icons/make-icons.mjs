// Draws the icons from the shapes below: SVG files, and PNG files of them through a browser (node resources/icons/make-icons.mjs).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';

const folder = '<path d="M6 20a6 6 0 0 1 6-6h13l6 7h21a6 6 0 0 1 6 6v21a6 6 0 0 1-6 6H12a6 6 0 0 1-6-6z"';
const tick =
  '<path d="M21 37l8 8 15-16" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>';
const svg = (body) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${body}</svg>\n`;

// Each state has a shape of its own, because colour alone is not seen by everybody.
const icons = {
  app: svg(
    `<rect width="64" height="64" rx="14" fill="#0b5c66"/><g transform="translate(6.4 5.5) scale(.8)">${folder} fill="#7fd6d6"/><path d="M21 37l8 8 15-16" fill="none" stroke="#0b3d45" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/></g>`,
  ),
  'tray-all-sent': svg(`${folder} fill="#0f7b6c"/>${tick}`),
  'tray-working': svg(
    `${folder} fill="#1f6feb"/><path d="M32 48V30m-9 8l9-9 9 9" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>`,
  ),
  'tray-needs-attention': svg(
    `${folder} fill="#b35900"/><path d="M32 27v12" stroke="#fff" stroke-width="6" stroke-linecap="round"/><circle cx="32" cy="47" r="3.5" fill="#fff"/>`,
  ),
  'tray-cannot-work': svg(
    `${folder} fill="#b3261e"/><path d="M24 30l16 16m0-16L24 46" stroke="#fff" stroke-width="6" stroke-linecap="round"/>`,
  ),
};
const sizes = {
  app: [
    ['-32', 32],
    ['-256', 256],
    ['-512', 512],
  ],
};
const traySizes = [
  ['', 16],
  ['@2x', 32],
];

const browser = await chromium.launch({
  executablePath: process.env.CLEARFOLDER_BROWSER ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const [name, text] of Object.entries(icons)) {
  writeFileSync(join(import.meta.dirname, `${name}.svg`), text);
  for (const [suffix, size] of sizes[name] ?? traySizes) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${text}`,
    );
    await page.screenshot({ path: join(import.meta.dirname, `${name}${suffix}.png`), omitBackground: true });
    await page.close();
  }
}
await browser.close();
