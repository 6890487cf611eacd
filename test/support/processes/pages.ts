import { expect, test } from 'bun:test'
import { BROWSER } from '../http/pages/built-pages.ts'
import type { TestStack } from '../stack.ts'

/** Both servers of one port give the same pages, built before either of them started. */
export const servedPages = (running: () => TestStack): void => {
  // A connection of its own each time: the kernel spreads them over the servers.
  const ask = (url: string, accept = BROWSER) => fetch(url, { headers: { accept, connection: 'close' } })

  test('a page names the files that every server has, and where play money is had', async () => {
    const { baseUrl, sandboxUrl } = running()
    const pages = await Promise.all(Array.from({ length: 24 }, () => ask(`${baseUrl}/feeds`)))
    const texts = new Set(await Promise.all(pages.map((response) => response.text())))
    expect(texts.size).toBe(1)
    const [html] = [...texts]
    expect(html).toContain('<meta name="claros-mode" content="demo" />')
    expect(html).toContain(`<meta name="claros-play-money" content="${sandboxUrl}" />`)
    expect(pages[0]!.headers.get('content-security-policy')).toContain(`connect-src 'self' ${sandboxUrl};`)
    const assets = [...html!.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    expect(assets.length).toBeGreaterThan(2)
    for (const path of [...assets, '/favicon.svg']) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask(baseUrl + path)))
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
      await Promise.all(answers.map((answer) => answer.body?.cancel()))
    }
    const missing = await ask(`${baseUrl}/assets/none-00000000.js`)
    expect(missing.status).toBe(404)
    expect(missing.headers.get('content-type')).toStartWith('application/json')
  })

  test('the list of what is sold is the same for scripts', async () => {
    const response = await ask(`${running().baseUrl}/feeds`, '*/*')
    const { mode, total, items } = (await response.json()) as { mode: string; total: number; items: { path: string }[] }
    expect(mode).toBe('demo')
    expect(items).toHaveLength(total)
  })
}
