import { beforeEach, describe, expect, test } from 'bun:test'
import {
  delivered,
  DONE,
  failureIn,
  keptNames,
  openWithWallet,
  payByWallet,
  SPOT_ITEM,
  SPOT_PAGE,
  withChallenge,
} from '../support/web/buying.ts'
import { hasBrowser } from '../support/web/browser.ts'
import { openSite, SLOW_MS } from '../support/web/site.ts'

/** A page that buys from a service that lies, and with wallets that do. */

const site = openSite()
const { canRun, shop, open } = site

beforeEach(async () => {
  if (canRun) await shop().renew()
})

type Terms = Readonly<Record<string, unknown>>

/** `PAYMENT-REQUIRED` with other terms. */
const offering = (header: string, terms: Terms): string => {
  const offer = JSON.parse(Buffer.from(header, 'base64').toString()) as { readonly accepts: readonly Terms[] }
  return Buffer.from(JSON.stringify({ ...offer, accepts: [{ ...offer.accepts[0], ...terms }] })).toString('base64')
}

const invoiceOf = async (sats: number): Promise<string> => {
  const made = await shop().money.handle(
    new Request(`${shop().money.url}/lnd/v1/invoices`, {
      method: 'POST',
      headers: { 'grpc-metadata-macaroon': '0201036c6e64' },
      body: JSON.stringify({ value: String(sats), memo: 'ten sats, honestly', expiry: '300' }),
    }),
  )
  return String(((await made.json()) as Terms)['payment_request'])
}

describe.skipIf(!hasBrowser())('an offer', () => {
  test.each<[string, Terms, string]>([
    ['dearer than the page says', { amount: '10001' }, 'It costs more than this page said. Nothing was paid.'],
    ['of another chain', { network: 'eip155:1' }, 'It could not be bought.'],
    ['in another token', { asset: `0x${'ab'.repeat(20)}` }, 'It could not be bought.'],
    ['to what is no address', { payTo: '0x12' }, 'It could not be bought.'],
  ])(
    '%s is signed by nobody',
    async (_what, terms, says) => {
      const sold = await shop().sales()
      const { page, asked, close } = await openWithWallet(site)
      await withChallenge(page, (headers) => ({ 'payment-required': offering(headers['payment-required']!, terms) }))
      await payByWallet(page)
      expect(await failureIn(page)).toContain(says)
      expect(asked).toEqual([])
      expect(await keptNames(page)).toEqual([])
      expect(await shop().sales()).toBe(sold)
      await close()
    },
    SLOW_MS,
  )

  test(
    'whose invoice holds more than the price is paid by nobody, whatever stands beside it',
    async () => {
      const { page, requests, close } = await open(SPOT_PAGE, '.buy button')
      const dear = await invoiceOf(11)
      await withChallenge(page, (headers) => ({
        'www-authenticate': headers['www-authenticate']!.replace(/invoice="[^"]+"/, `invoice="${dear}"`),
      }))
      await page.click('text=Pay with play money')
      const said = await failureIn(page)
      expect(said).toContain('It costs more than this page said. Nothing was paid.')
      expect(said).toContain('11 sats')
      expect(requests.filter((url) => url.includes('/lightning/pay'))).toEqual([])
      expect(await keptNames(page)).toEqual([])
      await close()
    },
    SLOW_MS,
  )

  test(
    'whose words are markup is text',
    async () => {
      const { page, faults, close } = await open(SPOT_PAGE, '.buy button')
      await page.route(`**${SPOT_ITEM}`, (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/json',
          body: JSON.stringify({ error: 'data_unavailable', message: '<img src=x onerror="window.hit=1">' }),
        }),
      )
      await page.click('text=Pay over Lightning')
      expect(await failureIn(page)).toContain('<img src=x onerror="window.hit=1">')
      expect(await page.evaluate('window.hit')).toBeUndefined()
      expect(faults).toEqual([])
      await close()
    },
    SLOW_MS,
  )

  test(
    'that brings an answer which does not verify: it says so, keeps the payment, and hands over the proof',
    async () => {
      const { page, close } = await open(SPOT_PAGE, '.buy button')
      await page.route(`**${SPOT_ITEM}`, async (route) => {
        const response = await route.fetch()
        const text = await response.text()
        await route.fulfill({ response, body: text.replace(/"price":"[^"]+"/, '"price":"1.00"') })
      })
      await page.click('text=Pay with play money')
      expect(await failureIn(page)).toContain('The answer does not verify. Do not trust it.')
      expect(await page.locator('.bought').count()).toBe(0)
      const waiting = page.waitForEvent('download')
      await page.click('text=Download what came, as proof')
      const chunks: Buffer[] = []
      for await (const chunk of await (await waiting).createReadStream()) chunks.push(chunk as Buffer)
      expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ price: '1.00' })
      await close()
    },
    SLOW_MS,
  )
})

describe.skipIf(!hasBrowser())('a wallet', () => {
  test(
    'that does not know the chain is given it, and chooses it',
    async () => {
      const { page, asked, close } = await openWithWallet(site, { chain: '0x1', knows: ['0x1'] })
      await payByWallet(page)
      await page.waitForSelector(DONE)
      expect(asked).toEqual([
        'eth_requestAccounts',
        'eth_chainId',
        'wallet_switchEthereumChain',
        'wallet_addEthereumChain',
        'eth_chainId',
        'wallet_switchEthereumChain',
        'eth_chainId',
        'eth_signTypedData_v4',
      ])
      await close()
    },
    SLOW_MS,
  )

  test(
    'that stays on another chain is asked for no signature',
    async () => {
      const { page, asked, close } = await openWithWallet(site, { chain: '0x1', isStubborn: true })
      await payByWallet(page)
      expect(await failureIn(page)).toContain('stays on another chain than Base')
      expect(asked).not.toContain('eth_signTypedData_v4')
      await close()
    },
    SLOW_MS,
  )

  test(
    'is asked once, however often the button is pressed',
    async () => {
      const sold = await shop().sales()
      const { page, asked, close } = await openWithWallet(site)
      await page.evaluate(`(() => {
        const button = [...document.querySelectorAll('.buy button')].find((each) => each.textContent.includes('browser wallet'))
        button.click(); button.click(); button.click()
      })()`)
      await page.waitForSelector(DONE)
      expect(asked.filter((method) => method === 'eth_signTypedData_v4')).toHaveLength(1)
      expect(await shop().sales()).toBe(sold + 1)
      await close()
    },
    SLOW_MS,
  )

  test(
    'and play money pay once, also when both are pressed in one breath',
    async () => {
      const sold = await shop().sales()
      const { page, asked, requests, close } = await openWithWallet(site)
      await page.evaluate(
        "[...document.querySelectorAll('.buy button')].filter((each) => each.textContent.startsWith('Pay')).forEach((each) => each.click())",
      )
      await page.waitForSelector(DONE)
      expect([asked, requests.filter((url) => url.includes('/lightning/pay')).length]).toEqual([[], 1])
      expect(await shop().sales()).toBe(sold + 1)
      await close()
    },
    SLOW_MS,
  )

  test(
    'that takes the name of another does not take its place',
    async () => {
      const { page, asked, close } = await openWithWallet(site, { names: ['One', 'Two'] })
      await page.evaluate(`window.addEventListener('eip6963:requestProvider', () => {
        const info = { uuid: 'One', name: 'Thief', icon: '', rdns: 'thief' }
        const provider = { request: () => { window.robbed = true; return Promise.reject(new Error('robbed')) } }
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
      })`)
      await payByWallet(page)
      const choice = page.locator('[aria-label="Which wallet?"] button')
      await choice.first().waitFor()
      expect(await choice.allInnerTexts()).toEqual(['One', 'Two'])
      await choice.first().click()
      await page.waitForSelector(DONE)
      expect(asked).toContain('eth_signTypedData_v4')
      expect(await page.evaluate('window.robbed')).toBeUndefined()
      await close()
    },
    SLOW_MS,
  )
})

describe.skipIf(!hasBrowser())('a Lightning wallet in the window', () => {
  /** @param script gives `{preimage}`, or throws */
  const openWithWebLn = async (script: string, enable = '') => {
    const watched = await open('/verify', 'h1')
    await watched.page.exposeFunction('payForMe', (invoice: string) => shop().money.pay(invoice))
    await watched.page.addInitScript(
      `window.webln = { enable: async () => { ${enable} }, sendPayment: async (invoice) => { ${script} } }`,
    )
    await watched.page.goto(shop().site + SPOT_PAGE)
    await watched.page.waitForSelector('.buy button')
    return watched
  }

  test(
    'that tells another preimage than it paid for is not believed, and the payment goes on without it',
    async () => {
      const sold = await shop().sales()
      const { page, close } = await openWithWebLn("await payForMe(invoice); return { preimage: '11'.repeat(32) }")
      await page.click('text=Pay over Lightning')
      expect(await failureIn(page)).toContain('It is not known yet whether this was paid.')
      expect(await page.locator('text=Pay over Lightning').count()).toBe(0)
      await page.click('text=Go on with the payment')
      await delivered(site, page)
      expect(await shop().sales()).toBe(sold + 1)
      await close()
    },
    SLOW_MS,
  )

  test(
    'that is not opened was asked for nothing',
    async () => {
      const { page, close } = await openWithWebLn('await payForMe(invoice)', "throw new Error('User rejected')")
      await page.click('text=Pay over Lightning')
      const said = await failureIn(page)
      expect(said).toContain('The wallet was not opened. Nothing was paid.')
      expect(said).toContain('User rejected')
      expect(await keptNames(page)).toEqual([])
      await page.waitForSelector('text=Pay over Lightning')
      await close()
    },
    SLOW_MS,
  )

  test(
    'that fails leaves an invoice which another wallet may still pay',
    async () => {
      const { page, close } = await openWithWebLn("throw new Error('no route')")
      await page.click('text=Pay over Lightning')
      await failureIn(page)
      await page.click('text=Go on with the payment')
      await page.click('text=Pay this invoice with play money')
      await delivered(site, page)
      await close()
    },
    SLOW_MS,
  )
})
