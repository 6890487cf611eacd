import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { answersKey } from '../../src/actors/key-document.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { KEYS_PATH } from '../../src/canonical/key-document.ts'
import { ecdsaSigner } from '../../src/canonical/signature.ts'
import { documentReplaced } from '../support/replaced-key.ts'
import { resigned } from '../support/resigned.ts'
import { payL402 } from '../support/shop.ts'
import { hasBrowser } from '../support/web/browser.ts'
import { openSite, SLOW_MS } from '../support/web/site.ts'

/** `/verify` without a network: what is whole passes, and whatever was changed does not. */

const { canRun, shop, open } = openSite()

type Body = Record<string, unknown>

const buy = async (path: string): Promise<Body> => {
  const { authorization } = await payL402(shop(), path)
  return (await (await shop().request(path, { headers: { authorization } })).json()) as Body
}

/** It signed before the key that signs now. */
const OLD = answersKey(ecdsaSigner(new Uint8Array(32).fill(41)))

/** The same answer, signed by that key, or by another. */
const byOld = (answer: Body, seed = 41): Body =>
  resigned(
    answer as Readonly<Record<string, Json>>,
    ecdsaSigner(new Uint8Array(32).fill(seed)),
    String(answer['canonical']),
  )

let btc: Body = {}
let eth: Body = {}

beforeAll(async () => {
  if (!canRun) return
  const since = Math.floor(shop().clock.now() / 1000) - 3_600
  const fresh = answersKey(shop().keys.l402)
  await documentReplaced(shop().store.keyDocuments, { old: OLD, fresh }, since)
  btc = await buy('/oracle/price/btc/usd')
  eth = await buy('/oracle/price/eth/usd')
}, SLOW_MS)

/** Loaded, and then cut off: every later request would fail, and is counted. */
const openOffline = async () => {
  const watched = await open('/verify', 'text=Ready: everything is loaded.')
  await watched.page.context().setOffline(true)
  watched.requests.length = 0
  return watched
}

const judge = async (
  page: Page,
  body: Body | string,
): Promise<{ readonly ok: string | null; readonly text: string }> => {
  await page.fill('textarea', '')
  await page.fill('textarea', typeof body === 'string' ? body : JSON.stringify(body))
  const outcome = page.locator('.outcome .checks, .outcome [role=alert]')
  await outcome.waitFor()
  return { ok: await outcome.getAttribute('data-ok'), text: await outcome.innerText() }
}

describe.skipIf(!hasBrowser())('an answer', () => {
  test(
    'that is whole passes every check, offline, and nothing is asked of anybody',
    async () => {
      const { page, requests, faults, close } = await openOffline()
      const { ok, text } = await judge(page, btc)
      expect(text).toContain('The answer is whole and signed.')
      expect(text).not.toContain('FAIL')
      expect(ok).toBe('true')
      expect(requests).toEqual([])
      expect(faults).toEqual([])
      await close()
    },
    SLOW_MS,
  )

  test(
    'that was changed in one place fails, whichever place',
    async () => {
      const { page, close } = await openOffline()
      const flipped = (text: string): string => text.slice(0, 12) + (text[12] === 'A' ? 'B' : 'A') + text.slice(13)
      const changed: Readonly<Record<string, Body>> = {
        value: { ...btc, price: '97012.31' },
        signature: { ...btc, signature: flipped(String(btc['signature'])) },
        hash: { ...btc, contentHash: `0${String(btc['contentHash']).slice(1)}`.replace(/^00/, '01') },
        sources: { ...btc, sources: (btc['sources'] as string[]).slice(1) },
        another: { ...eth, canonical: btc['canonical'], signature: btc['signature'] },
      }
      const found: Record<string, string | null> = {}
      for (const [name, body] of Object.entries(changed)) found[name] = (await judge(page, body)).ok
      expect(found).toEqual({ value: 'false', signature: 'false', hash: 'false', sources: 'false', another: 'false' })
      await close()
    },
    SLOW_MS,
  )

  test(
    'of the key that followed the pinned one passes, offline, and the buyer is told to pin that',
    async () => {
      const { page, requests, faults, close } = await openOffline()
      await page.fill('input.mono', OLD.publicKey)
      const { ok, text } = await judge(page, btc)
      expect([ok, text]).toEqual(['true', expect.stringContaining('its chain holds the expected key')])
      const note = page.locator('.outcome [role=note]')
      expect(await note.innerText()).toContain(String(btc['pubkey']))
      expect((await judge(page, { ...btc, price: '1.00' })).ok).toBe('false')
      expect(await note.count()).toBe(0)
      for (const strange of [{ pubkey: { toString: 0 } }, { canonical: 'v1|PRICE|x', pubkey: ['x'] }])
        expect((await judge(page, { ...btc, ...strange })).ok).toBe('false')
      expect([requests, faults]).toEqual([[], []])
      await close()
    },
    SLOW_MS,
  )

  test(
    'of a pinned key that has ended fails, as the key documents say',
    async () => {
      const { page, close } = await openOffline()
      await page.fill('input.mono', OLD.publicKey)
      const { ok, text } = await judge(page, byOld(btc))
      expect([ok, text]).toEqual(['false', expect.stringContaining('the key was valid at the time of the answer')])
      await page.fill('input.mono', '')
      expect((await judge(page, byOld(btc))).ok).toBe('true')
      // Of another service these documents say nothing.
      const other = byOld(btc, 43)
      await page.fill('input.mono', String(other['pubkey']))
      expect((await judge(page, other)).ok).toBe('true')
      await close()
    },
    SLOW_MS,
  )

  test(
    'of another key than the pinned one waits for key documents that could not be read',
    async () => {
      const { page, close } = await open('/', 'text=Claros')
      let isAway = true
      await page.route(`**${KEYS_PATH}`, (route) => (isAway ? route.fulfill({ status: 503 }) : route.continue()))
      await page.goto(`${shop().site}/verify`)
      await page.waitForSelector('text=Ready: everything is loaded.')
      await page.fill('input.mono', OLD.publicKey)
      expect((await judge(page, btc)).text).toContain('key documents that lead to its key can be read')
      expect(await page.innerText('.verify')).toContain('could not be read')
      isAway = false
      await page.click('text=Read them again')
      await page.waitForSelector('.outcome [data-ok=true]')
      // What was read is as good as it was.
      isAway = true
      const again = page.waitForResponse(`**${KEYS_PATH}`)
      await page.click('text=Read them again')
      await again
      await page.waitForSelector('button:enabled >> text=Read them again')
      expect((await judge(page, btc)).ok).toBe('true')
      await page.fill('input.mono', String(btc['pubkey']))
      expect((await judge(page, btc)).ok).toBe('true')
      await close()
    },
    SLOW_MS,
  )

  test(
    'of a pinned key gets no verdict before the key documents are read, or were waited for',
    async () => {
      const { page, close } = await open('/', 'text=Claros')
      const held = Promise.withResolvers<void>()
      await page.route(`**${KEYS_PATH}`, async (route) => {
        await held.promise
        await route.continue()
      })
      await page.goto(`${shop().site}/verify`)
      await page.fill('textarea', JSON.stringify(byOld(btc)))
      await page.waitForSelector('.outcome [data-ok=true]')
      await page.fill('input.mono', OLD.publicKey)
      await page.waitForSelector('.outcome >> text=as soon as')
      held.resolve()
      await page.waitForSelector('.outcome [data-ok=false]')
      await close()
    },
    SLOW_MS,
  )

  test(
    'of another key fails where one is pinned, and the pin is remembered',
    async () => {
      const { page, close } = await openOffline()
      await page.fill('input.mono', String(btc['pubkey']))
      expect((await judge(page, btc)).ok).toBe('true')
      await page.fill('input.mono', `02${'11'.repeat(32)}`)
      const { ok, text } = await judge(page, btc)
      expect([ok, text]).toEqual(['false', expect.stringContaining('its chain holds the expected key')])
      await page.check('text=Remember the key')
      await page.context().setOffline(false)
      await page.reload()
      expect(await page.inputValue('input.mono')).toBe(`02${'11'.repeat(32)}`)
      await close()
    },
    SLOW_MS,
  )

  test(
    'with the same member twice, a deep one, half a character or the name of a prototype gets a verdict',
    async () => {
      const { page, faults, close } = await openOffline()
      const whole = JSON.stringify(btc)
      const within = (members: string): string => `${whole.slice(0, -1)},${members}}`
      const deep = `${'['.repeat(40_000)}${']'.repeat(40_000)}`
      const pasted: Readonly<Record<string, string>> = {
        twice: within('"price":"1.00"'),
        deep: within(`"more":${deep}`),
        half: within(String.raw`"more":"\ud800"`),
        prototype: within('"__proto__":{"ok":true,"checks":[]}'),
        constructor: within('"constructor":{"prototype":{"ok":true}}'),
        number: whole.replace(/"price":"[^"]+"/, '"price":97012.3'),
        none: within('"canonical":""'),
      }
      const found: Record<string, string | null> = {}
      for (const [name, body] of Object.entries(pasted)) found[name] = (await judge(page, body)).ok
      expect(found).toEqual(Object.fromEntries(Object.keys(pasted).map((name) => [name, 'false'])))
      // The page is whole after all of them.
      expect((await judge(page, btc)).ok).toBe('true')
      expect(faults).toEqual([])
      await close()
    },
    SLOW_MS,
  )

  test(
    'and checks with markup in them are text',
    async () => {
      const { page, faults, close } = await openOffline()
      const { text } = await judge(page, {
        ...btc,
        pubkey: '<img src=x onerror="window.hit=1">',
        signingScheme: '<b>x</b>',
      })
      expect(text).toContain('<b>x</b>')
      expect(await page.evaluate('window.hit')).toBeUndefined()
      expect(faults).toEqual([])
      await close()
    },
    SLOW_MS,
  )

  test(
    'that is longer than any is not read, pasted or opened',
    async () => {
      const { page, faults, close } = await openOffline()
      const long = `{"canonical":"${'x'.repeat(4_000_000)}"}`
      expect((await judge(page, long)).text).toContain('longer than any answer')
      await page.setInputFiles('input[type=file]', {
        name: 'long.json',
        mimeType: 'application/json',
        buffer: Buffer.from(long),
      })
      await page.waitForSelector('.outcome >> text=longer than any answer')
      await page.setInputFiles('input[type=file]', {
        name: 'whole.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(btc)),
      })
      await page.waitForSelector('.outcome [data-ok=true]')
      expect(faults).toEqual([])
      await close()
    },
    SLOW_MS,
  )

  test(
    'is checked by a key that is one: half of a key is named as none',
    async () => {
      const { page, close } = await openOffline()
      await page.fill('input.mono', String(btc['pubkey']).slice(0, 40))
      expect((await judge(page, btc)).text).toContain('The pinned key is none')
      await page.fill('input.mono', ` ${String(btc['pubkey']).toUpperCase()} `)
      expect((await judge(page, btc)).ok).toBe('true')
      await close()
    },
    SLOW_MS,
  )

  test.each([
    ['no JSON', 'That is no JSON'],
    ['[1]', 'no object'],
    ['{"price":"1"}', 'no canonical string'],
  ])(
    '%s is no answer',
    async (text, because) => {
      const { page, close } = await openOffline()
      expect((await judge(page, text)).text).toContain(because)
      await close()
    },
    SLOW_MS,
  )
})
