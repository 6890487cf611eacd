import { beforeEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { decodeQR } from 'qr/decode.js'
import { until } from '../support/until.ts'
import { PAYER } from '../support/payer.ts'
import { hasBrowser } from '../support/web/browser.ts'
import { openSite, SLOW_MS } from '../support/web/site.ts'
import { giveWallet, type WalletSetting } from '../support/web/wallet.ts'

/** A person buys: with a wallet of the browser, over Lightning, with play money. */

const { canRun, shop, open } = openSite()

const SPOT_PAGE = '/feeds/price/eth/usd'
const DONE = '.bought .verdict'

beforeEach(async () => {
  if (canRun) await shop().renew()
})

const openBuying = () => open(SPOT_PAGE, '.buy button')

/** A page with a wallet in it: wallets are there before the page is. */
const openWithWallet = async (setting: Partial<WalletSetting> = {}) => {
  const watched = await open('/verify', 'h1')
  const asked = await giveWallet(watched.page, { account: PAYER, ...setting })
  await watched.page.goto(shop().site + SPOT_PAGE)
  await watched.page.waitForSelector('.buy button')
  return { ...watched, asked }
}

const payByWallet = (page: Page) => page.click('text=Pay USDC with a browser wallet')
const steps = (page: Page) =>
  page.evaluate<string[]>("[...document.querySelectorAll('.buy-steps li')].map((row) => row.className)")

describe.skipIf(!hasBrowser())('a browser wallet', () => {
  test(
    'is switched to the chain first, signs once, and the answer is verified with its transaction',
    async () => {
      const { page, asked, faults, close } = await openWithWallet({ chain: '0x1' })
      const sold = await shop().sales()
      await payByWallet(page)
      await page.waitForSelector(DONE)
      expect(asked).toEqual([
        'eth_requestAccounts',
        'eth_chainId',
        'wallet_switchEthereumChain',
        'eth_chainId',
        'eth_signTypedData_v4',
      ])
      expect(await steps(page)).toEqual(['done', 'done', 'done'])
      expect(await page.innerText(DONE)).toContain('whole and signed')
      const [transfer] = (await shop().money.transfers()).toReversed()
      expect(await page.innerText('.bought')).toContain(transfer!['transaction']!)
      expect(await page.innerText('.bought')).toContain('Paid $0.01 in USDC')
      expect(await shop().sales()).toBe(sold + 1)
      expect(faults).toEqual([])
      await close()
    },
    SLOW_MS,
  )

  test(
    'nothing is asked of the paid path before a button is pressed',
    async () => {
      const { page, requests, close } = await openWithWallet()
      await page.waitForTimeout(500)
      expect(requests.filter((url) => url.includes('/oracle/'))).toEqual([])
      await close()
    },
    SLOW_MS,
  )

  test(
    'a declined signature charges nothing, and says so',
    async () => {
      const sold = await shop().sales()
      const { page, close } = await openWithWallet({ declines: ['eth_signTypedData_v4'] })
      await payByWallet(page)
      await page.waitForSelector('.buy [role=alert]')
      expect(await page.innerText('.buy [role=alert]')).toContain('You declined. Nothing was paid.')
      expect(await shop().sales()).toBe(sold)
      expect(await page.evaluate<number>('sessionStorage.length')).toBe(0)
      await close()
    },
    SLOW_MS,
  )

  test(
    'a signature of a contract account goes the way that the rail allows: refused, in its words',
    async () => {
      const sold = await shop().sales()
      const { page, close } = await openWithWallet({ signature: `0x${'ab'.repeat(130)}` })
      await payByWallet(page)
      await page.waitForSelector('.buy [role=alert]')
      expect(await page.innerText('.buy [role=alert]')).toContain('It could not be bought.')
      expect(await shop().sales()).toBe(sold)
      await close()
    },
    SLOW_MS,
  )

  test(
    'two wallets are a choice, with names as text and no icon from elsewhere',
    async () => {
      const { page, faults, close } = await openWithWallet({ names: ['<b>One</b>', 'Two'] })
      await payByWallet(page)
      const choice = page.locator('[aria-label="Which wallet?"] button')
      await choice.first().waitFor()
      expect(await choice.allInnerTexts()).toEqual(['<b>One</b>', 'Two'])
      expect(await page.locator('.buy img').count()).toBe(0)
      await choice.nth(1).click()
      await page.waitForSelector(DONE)
      expect(faults).toEqual([])
      await close()
    },
    SLOW_MS,
  )

  test(
    'without a wallet the page says so',
    async () => {
      const { page, close } = await openBuying()
      await payByWallet(page)
      await page.waitForSelector('text=No wallet was found')
      await close()
    },
    SLOW_MS,
  )
})

/** The names of what the tab remembers. */
const keptNames = (page: Page) => page.evaluate<string[]>('Object.keys(sessionStorage).toSorted()')

/** The dark modules of the code as an image that a camera would see. */
const PIXELS = `(() => {
  const svg = document.querySelector('.qr')
  const size = Number(svg.getAttribute('viewBox').split(' ')[2])
  const dark = [...svg.querySelector('path').getAttribute('d').matchAll(/M(\\d+) (\\d+)h1/g)].map(([, x, y]) => [Number(x), Number(y)])
  return { size, dark }
})()`

const scan = async (page: Page): Promise<string> => {
  const { size, dark } = await page.evaluate<{ size: number; dark: [number, number][] }>(PIXELS)
  const scale = 4
  const width = size * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [x, y] of dark)
    for (let dy = 0; dy < scale; dy++)
      for (let dx = 0; dx < scale; dx++)
        data.fill(
          0,
          4 * ((y * scale + dy) * width + x * scale + dx),
          4 * ((y * scale + dy) * width + x * scale + dx) + 3,
        )
  return decodeQR({ width, height: width, data })
}

describe.skipIf(!hasBrowser())('Lightning', () => {
  test(
    'a code in capitals is paid from outside, and the page delivers by itself',
    async () => {
      const { page, faults, close } = await openBuying()
      await page.click('text=Pay over Lightning')
      await page.waitForSelector('.qr')
      const link = (await page.getAttribute('.invoice a', 'href'))!
      const invoice = link.slice('lightning:'.length)
      expect(await scan(page)).toBe(`LIGHTNING:${invoice.toUpperCase()}`)
      await shop().money.pay(invoice)
      await page.waitForSelector(DONE)
      expect(await steps(page)).toEqual(['done', 'done', 'done'])
      expect(await page.innerText('.bought')).toContain('Paid 10 sats over Lightning')
      expect(faults).toEqual([])
      await close()
    },
    SLOW_MS,
  )

  test(
    'a page that is lost while its invoice is paid goes on with the same payment',
    async () => {
      const sold = await shop().sales()
      const { page, close } = await openBuying()
      await page.click('text=Pay over Lightning')
      await page.waitForSelector('.qr')
      const invoice = (await page.getAttribute('.invoice a', 'href'))!.slice('lightning:'.length)
      await page.goto(`${shop().site}/verify`)
      await shop().money.pay(invoice)
      await page.goto(shop().site + SPOT_PAGE)
      await page.click('text=Go on with the payment')
      await page.waitForSelector(DONE)
      expect(await steps(page)).toEqual(['done', 'done', 'done'])
      expect(await shop().sales()).toBe(sold + 1)
      expect(await keptNames(page)).toEqual(['claros-answer /oracle/price/eth/usd'])
      await close()
    },
    SLOW_MS,
  )

  test(
    'a wallet in the window pays by itself',
    async () => {
      const watched = await open('/verify', 'h1')
      const { page, close } = watched
      await page.exposeFunction('payForMe', (invoice: string) => shop().money.pay(invoice))
      await page.addInitScript(
        'window.webln = { enable: async () => {}, sendPayment: async (invoice) => ({ preimage: await payForMe(invoice) }) }',
      )
      await page.goto(shop().site + SPOT_PAGE)
      await page.click('text=Pay over Lightning')
      await page.waitForSelector(DONE)
      await close()
    },
    SLOW_MS,
  )

  test(
    'an invoice that nobody paid in time expires, and nothing was paid',
    async () => {
      const sold = await shop().sales()
      const { page, close } = await openBuying()
      await page.click('text=Pay over Lightning')
      await page.waitForSelector('.qr')
      shop().clock.move(3_600_000)
      await page.waitForSelector('.buy [role=alert]')
      expect(await page.innerText('.buy [role=alert]')).toContain('expired. Nothing was paid')
      expect(await shop().sales()).toBe(sold)
      await close()
    },
    SLOW_MS,
  )

  test(
    'play money buys in one click, and the same purchase stands there as curl',
    async () => {
      const sold = await shop().sales()
      const { page, faults, close } = await openBuying()
      await page.click('text=Pay with play money')
      await page.waitForSelector(DONE)
      await until('the sale is posted', async () => (await shop().sales()) === sold + 1)
      expect(await page.innerText('main')).toContain(`${shop().money.url}/lightning/pay`)
      expect(await page.locator('.quotes tbody tr').count()).toBe(5)
      expect(faults).toEqual([])
      await close()
    },
    SLOW_MS,
  )

  test(
    'what is not for sale cannot be paid',
    async () => {
      shop().clock.move(120_000)
      const { page, close } = await open(SPOT_PAGE, '.buy')
      await page.waitForSelector('text=It cannot be bought now.')
      expect(await page.locator('.buy button').count()).toBe(0)
      await close()
    },
    SLOW_MS,
  )
})
