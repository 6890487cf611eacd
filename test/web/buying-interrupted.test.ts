import { beforeEach, describe, expect, test } from 'bun:test'
import type { Route } from 'playwright-core'
import { until } from '../support/until.ts'
import {
  ANSWER_KEPT,
  delivered,
  DONE,
  failureIn,
  invoiceShown,
  isPaying,
  keptNames,
  openWithWallet,
  payByWallet,
  PAYMENT_KEPT,
  SPOT_ITEM,
  SPOT_PAGE,
} from '../support/web/buying.ts'
import { hasBrowser } from '../support/web/browser.ts'
import { openSite, SLOW_MS } from '../support/web/site.ts'

/** A purchase in the middle of which the page is lost, the buyer leaves, or nobody answers: one payment, one answer. */

const site = openSite()
const { canRun, shop, open } = site

beforeEach(async () => {
  if (canRun) await shop().renew()
})

const openBuying = () => open(SPOT_PAGE, '.buy button')

const paidInvoices = async (): Promise<number> => {
  const { invoices } = (await shop().money.control('/lightning/invoices')) as { invoices: { state: string }[] }
  return invoices.filter(({ state }) => state === 'SETTLED').length
}

describe.skipIf(!hasBrowser())('a page that is loaded again', () => {
  test(
    'while a wallet pays goes on with the invoice that is paid by then, and pays no other',
    async () => {
      const [sold, paid] = [await shop().sales(), await paidInvoices()]
      const { page, close } = await openBuying()
      // The wallet pays, and its answer never arrives.
      await page.route(
        '**/lightning/pay',
        async (route) => {
          await route.fetch()
          await route.abort()
        },
        { times: 1 },
      )
      await page.click('text=Pay with play money')
      expect(await failureIn(page)).toContain('It is not known yet whether this was paid.')
      await page.reload()
      await page.waitForSelector('.kept')
      expect(await page.innerText('.kept')).toContain('A payment of 10 sats is under way')
      expect(await page.locator('text=Pay with play money').count()).toBe(0)
      await page.click('text=Go on with the payment')
      await page.waitForSelector(DONE)
      expect(await shop().sales()).toBe(sold + 1)
      expect(await paidInvoices()).toBe(paid + 1)
      await close()
    },
    SLOW_MS,
  )

  test(
    'while a signed transfer is settled shows the same transfer again',
    async () => {
      const sold = await shop().sales()
      const transfers = (await shop().money.transfers()).length
      const declines: string[] = []
      const { page, asked, close } = await openWithWallet(site, { declines })
      const shown: string[] = []
      const lose = async (route: Route) => {
        if (!isPaying(route)) return route.continue()
        shown.push(route.request().headers()['payment-signature']!)
        if (shown.length > 1) return route.continue()
        // The service settles it; the answer is on its way when the page is lost.
        await route.fetch()
        await page.reload().catch(() => {})
        return route.abort().catch(() => {})
      }
      await page.route(`**${SPOT_ITEM}`, lose)
      await payByWallet(page)
      await page.waitForSelector('.kept')
      expect(await keptNames(page)).toEqual([PAYMENT_KEPT])
      expect(await page.innerText('.kept')).toContain('$0.01 in USDC')
      // Its answer was delivered already, as far as the service knows: who asks again must show that it paid.
      declines.push('personal_sign')
      await page.click('text=Go on with the payment')
      expect(await failureIn(page)).toContain('sign that in the same wallet')
      expect(await keptNames(page)).toEqual([PAYMENT_KEPT])
      declines.pop()
      // Proofs are dated by the machine's clock.
      await shop().freshen('eth/usd')
      await page.click('text=Go on with the payment')
      await page.waitForSelector(DONE)
      expect(new Set(shown).size).toBe(1)
      expect(asked.filter((method) => method === 'personal_sign')).toHaveLength(2)
      expect(asked.filter((method) => method === 'eth_signTypedData_v4')).toHaveLength(1)
      expect(await shop().sales()).toBe(sold + 1)
      expect((await shop().money.transfers()).length).toBe(transfers + 1)
      await close()
    },
    SLOW_MS,
  )

  test(
    'after the purchase has the answer still, until it is downloaded',
    async () => {
      const { page, close } = await openBuying()
      await page.click('text=Pay with play money')
      await page.waitForSelector(DONE)
      const bought = await page.innerText('.bought .answer')
      await page.reload()
      await page.waitForSelector(DONE)
      expect(await page.innerText('.bought .answer')).toBe(bought)
      expect(await page.innerText(DONE)).toContain('whole and signed')
      expect(await page.innerText('.bought')).toContain('Paid 10 sats over Lightning')
      const saved = page.waitForEvent('download')
      await page.click('.bought >> text=Download')
      await saved
      await page.reload()
      await page.waitForSelector('.buy button')
      expect(await page.locator('.bought').count()).toBe(0)
      expect(await keptNames(page)).toEqual([])
      await close()
    },
    SLOW_MS,
  )

  test(
    'does not believe a kept answer that was changed',
    async () => {
      const { page, close } = await openBuying()
      await page.click('text=Pay with play money')
      await page.waitForSelector(DONE)
      await page.evaluate(
        `sessionStorage.setItem('${ANSWER_KEPT}', sessionStorage.getItem('${ANSWER_KEPT}').replace(/price\\\\":\\\\"[0-9.]+/, 'price\\\\":\\\\"1.00'))`,
      )
      await page.reload()
      await page.waitForSelector(DONE)
      expect(await page.innerText(DONE)).toContain('Do not trust this answer.')
      await close()
    },
    SLOW_MS,
  )
})

describe.skipIf(!hasBrowser())('a buyer', () => {
  test(
    'who goes back and forth finds the invoice that was paid meanwhile',
    async () => {
      const sold = await shop().sales()
      const { page, close } = await openBuying()
      await page.click('header .mark')
      await page.waitForSelector('tr[data-path]')
      await page.goBack()
      await page.click('text=Pay over Lightning')
      const invoice = await invoiceShown(page)
      await page.goBack().catch(() => null)
      await shop().money.pay(invoice)
      await page.goto(shop().site + SPOT_PAGE)
      await page.click('text=Go on with the payment')
      await delivered(site, page)
      expect(await shop().sales()).toBe(sold + 1)
      await close()
    },
    SLOW_MS,
  )

  test(
    'who waits no longer can come back to the invoice, or say that nothing was paid',
    async () => {
      const { page, close } = await openBuying()
      await page.click('text=Pay over Lightning')
      const invoice = await invoiceShown(page)
      await page.click('text=Stop waiting')
      expect(await keptNames(page)).toEqual([PAYMENT_KEPT])
      await page.click('text=Go on with the payment')
      expect(await invoiceShown(page)).toBe(invoice)
      await page.click('text=Stop waiting')
      await page.click('text=I have not paid: forget it')
      expect(await keptNames(page)).toEqual([])
      await shop().renew()
      await page.waitForSelector('text=Pay over Lightning')
      await close()
    },
    SLOW_MS,
  )

  test(
    'who has the page in two tabs pays in each of them what is shown there, and gets two answers',
    async () => {
      const sold = await shop().sales()
      const first = await openBuying()
      const second = await first.page.context().newPage()
      await second.goto(shop().site + SPOT_PAGE)
      await first.page.click('text=Pay over Lightning')
      await second.click('text=Pay over Lightning')
      const invoices = [await invoiceShown(first.page), await invoiceShown(second)]
      expect(new Set(invoices).size).toBe(2)
      for (const invoice of invoices) await shop().money.pay(invoice)
      for (const page of [first.page, second]) await delivered(site, page)
      expect(await shop().sales()).toBe(sold + 2)
      await first.close()
    },
    SLOW_MS,
  )

  test(
    'may end a payment while the answer is not for sale',
    async () => {
      const { page, close } = await openBuying()
      await page.click('text=Pay over Lightning')
      const invoice = await invoiceShown(page)
      await page.goto(`${shop().site}/verify`)
      await shop().money.pay(invoice)
      shop().clock.move(120_000)
      await page.goto(shop().site + SPOT_PAGE)
      await page.waitForSelector('text=It cannot be bought now.')
      await page.waitForSelector('text=Go on with the payment')
      await page.click('text=Go on with the payment')
      await delivered(site, page)
      await close()
    },
    SLOW_MS,
  )

  test(
    'whose node tells no preimage types it, and another one is not taken',
    async () => {
      const { page, close } = await openBuying()
      const asked = () => [...shop().money.calls.keys()].filter((each) => each.startsWith('GET /lnd/v1/invoice/'))
      const before = asked().length
      await page.click('text=Pay over Lightning')
      const invoice = await invoiceShown(page)
      await until('the node was asked about the invoice', () => asked().length > before)
      const overridden = asked()
      for (const verb of overridden) {
        shop().money.overrides.set(verb, async (request) => {
          const said = (await (await shop().money.handle(request)).json()) as Record<string, unknown>
          const { r_preimage: _hidden, ...rest } = said
          return Response.json(rest)
        })
      }
      const preimage = await shop().money.pay(invoice)
      await page.waitForSelector('text=does not tell the preimage')
      const go = page.locator('.buy button', { hasText: 'Go on' })
      const field = page.locator('.buy input.mono')
      await field.fill('ab'.repeat(32))
      expect(await page.innerText('#wrong-preimage')).toContain('another invoice')
      expect(await go.isDisabled()).toBe(true)
      await field.fill(preimage.slice(0, 63))
      expect(await go.isDisabled()).toBe(true)
      await field.fill(` ${preimage.toUpperCase()} `)
      await shop().renew()
      await go.click()
      await delivered(site, page)
      for (const verb of overridden) shop().money.overrides.delete(verb)
      await close()
    },
    SLOW_MS,
  )

  test(
    'whose browser stores nothing buys all the same',
    async () => {
      const { page, faults, close } = await open('/verify', 'h1')
      await page.addInitScript(`for (const name of ['sessionStorage', 'localStorage'])
        Object.defineProperty(window, name, { get: () => { throw new DOMException('denied', 'SecurityError') } })`)
      await page.goto(shop().site + SPOT_PAGE)
      await page.click('text=Pay with play money')
      await page.waitForSelector(DONE)
      await page.goto(`${shop().site}/verify`)
      await page.waitForSelector('text=Ready: everything is loaded.')
      expect(faults).toEqual([])
      await close()
    },
    SLOW_MS,
  )

  test(
    'is told when nobody answers, and that nothing was paid',
    async () => {
      const { page, close } = await openBuying()
      await page.route(`**${SPOT_ITEM}`, (route) => route.abort())
      await page.click('text=Pay with play money')
      const said = await failureIn(page)
      expect(said).toContain('nothing was paid')
      await until('the buttons are back', async () => (await page.locator('text=Pay with play money').count()) === 1)
      await close()
    },
    SLOW_MS,
  )
})
