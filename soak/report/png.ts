import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from '../../test/support/web/browser.ts'
import { PLOT_SIZE } from './plot.ts'

/**
 * The same plots as PNG, for readers that show no SVG, by the browser that takes the pictures of the README.
 *
 * @returns how many: none where this machine has no Chromium
 */
export const drawPngs = async (folder: string, files: readonly string[]): Promise<number> => {
  const browser = await openBrowser().catch(() => null)
  if (browser === null) return 0
  try {
    const page = await browser.newPage({ viewport: PLOT_SIZE, deviceScaleFactor: 2 })
    for (const file of files) {
      await page.setContent(`<body style="margin:0">${readFileSync(join(folder, file), 'utf8')}</body>`)
      await page.screenshot({ path: join(folder, file.replace(/\.svg$/, '.png')) })
    }
    return files.length
  } finally {
    await browser.close()
  }
}
