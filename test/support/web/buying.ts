import type { Page, Route } from 'playwright-core'
import { PAYER } from '../payer.ts'
import { until } from '../until.ts'
import type { WatchedPage } from './browser.ts'
import type { Site } from './site.ts'
import { type Asked, giveWallet, type WalletSetting } from './wallet.ts'

/** What tests of purchases do with the page of one feed. */

export const SPOT_ITEM = '/oracle/price/eth/usd'
export const SPOT_PAGE = '/feeds/price/eth/usd'
export const DONE = '.bought .verdict'

/** A page with a wallet in it: wallets are there before the page is. */
export const openWithWallet = async (
  { open, shop }: Site,
  setting: Partial<WalletSetting> = {},
): Promise<WatchedPage & { readonly asked: Asked }> => {
  const watched = await open('/verify', 'h1')
  const asked = await giveWallet(watched.page, { account: PAYER, ...setting })
  await watched.page.goto(shop().site + SPOT_PAGE)
  await watched.page.waitForSelector('.buy button')
  return { ...watched, asked }
}

export const payByWallet = (page: Page) => page.click('text=Pay USDC with a browser wallet')

/** What the page says of a purchase that failed. */
export const failureIn = async (page: Page): Promise<string> => {
  await page.waitForSelector('.buy [role=alert]')
  return page.innerText('.buy [role=alert]')
}

/** The names of what the tab remembers. */
export const keptNames = (page: Page) => page.evaluate<string[]>('Object.keys(sessionStorage).toSorted()')

export const PAYMENT_KEPT = `claros-payment ${SPOT_ITEM}`
export const ANSWER_KEPT = `claros-answer ${SPOT_ITEM}`

/**
 * Waits for the answer. Who waits for an invoice moves the clock of the shop, so what is sold there would get too old on
 * a slow machine.
 */
export const delivered = ({ shop }: Site, page: Page): Promise<true> =>
  until('it is delivered', async () => {
    await shop().freshen('eth/usd')
    return (await page.locator(DONE).count()) > 0
  })

/** The invoice that is shown. */
export const invoiceShown = async (page: Page): Promise<string> => {
  await page.waitForSelector('.qr')
  return (await page.getAttribute('.invoice a', 'href'))!.slice('lightning:'.length)
}

const hasPayment = (headers: Readonly<Record<string, string>>): boolean =>
  'payment-signature' in headers || 'authorization' in headers

/** A request for the item: whether it shows a payment. */
export const isPaying = (route: Route): boolean => hasPayment(route.request().headers())

/** Changes the challenges of the item, as a server would that lies. */
export const withChallenge = (page: Page, change: (headers: Record<string, string>) => Record<string, string>) =>
  page.route(`**${SPOT_ITEM}`, async (route) => {
    if (isPaying(route)) return route.continue()
    const response = await route.fetch()
    return route.fulfill({ response, headers: { ...response.headers(), ...change(response.headers()) } })
  })
