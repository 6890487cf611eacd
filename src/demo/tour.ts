import { verifyAnswer } from '../canonical/verify.ts'
import { LAYOUTS } from '../cli/verify.ts'
import { keeping, showBooks } from './books.ts'
import { visitHealth } from './health-stop.ts'
import { patientFetch } from './patient-fetch.ts'
import { buyerL402, buyerV1, buyerV2, type PaidFetch, sandboxWallet } from './buyers.ts'
import { pretty, clipped } from './pretty.ts'
import { promiseNumber, watchContract } from './promises.ts'
import type { Receiver } from './receiver.ts'
import { showStanding } from './standing.ts'
import { type Body, expect, readJson, type Stop, TourFailed, type TourStops } from './stop.ts'

const PATH = '/oracle/price/btc/usd'

const preview = async ({ baseUrl, say }: TourStops): Promise<void> => {
  const response = await patientFetch(`${baseUrl}${PATH}/preview`)
  const body = await readJson(response, 'preview')
  expect(
    response.status === 200 && body.preview === true && body.signed === false,
    `preview answered ${response.status}`,
  )
  say(pretty(body, ['price', 'currency', 'sources', 'confidence', 'signed', 'age_seconds', 'note']))
}

/** A rail may be closed for a moment on a busy machine. */
const BOTH_RAILS_MS = 30_000

const offersOfBoth = async (url: string) => {
  const until = Date.now() + BOTH_RAILS_MS
  for (;;) {
    const response = await patientFetch(url)
    const body = await readJson(response, '402')
    expect(response.status === 402, `the paid path answered ${response.status}`)
    const l402 = response.headers.get('www-authenticate') ?? ''
    const v2 = response.headers.get('payment-required') ?? ''
    if (l402.startsWith('L402 macaroon="') && v2 !== '' && body.x402Version === 1) return { body, l402, v2 }
    expect(Date.now() < until, 'the 402 does not offer both rails')
    await Bun.sleep(500)
  }
}

const challenge = async ({ baseUrl, say }: TourStops): Promise<void> => {
  const { body, l402, v2 } = await offersOfBoth(baseUrl + PATH)
  const [offer] = body.accepts as readonly Body[]
  expect(offer !== undefined, 'the body of the 402 offers nothing')
  say(`   402 Payment Required, with three offers of one price:`)
  say(`   WWW-Authenticate: ${clipped(l402, 60)}   Lightning`)
  say(`   PAYMENT-REQUIRED: ${clipped(v2, 60)}   x402 version 2`)
  say(`   and in the body, x402 version 1:`)
  say(pretty(offer!, ['network', 'maxAmountRequired', 'payTo', 'description']))
}

const purchase = async (how: string, buy: PaidFetch, scheme: string, { baseUrl, say }: TourStops): Promise<void> => {
  const response = await buy(baseUrl + PATH).catch((problem: unknown) => {
    throw new TourFailed(`${how}: ${(problem as Error).message}`)
  })
  const body = await readJson(response, how)
  expect(response.status === 200, `${how}: status ${response.status} ${JSON.stringify(body)}`)
  expect(body.signingScheme === scheme, `${how}: signed ${String(body.signingScheme)}, expected ${scheme}`)
  const verified = verifyAnswer(body, { layouts: LAYOUTS })
  const bad = verified.checks.filter((check) => !check.ok).map((check) => check.what)
  expect(verified.ok, `${how}: ${bad.join(', ')}`)
  const receipt = response.headers.get('payment-response') ?? response.headers.get('x-payment-response')
  const transaction =
    receipt === null ? null : ((JSON.parse(atob(receipt)) as { transaction?: string }).transaction ?? null)
  say(
    `   ${String(body.domain)} = ${String(body.price)} ${String(body.currency)}   by ${(body.sources as string[]).length} sources, confidence ${String(body.confidence)}`,
  )
  say(`   canonical  ${String(body.canonical)}`)
  say(`   signature  ${String(body.signature).slice(0, 44)}…   ${scheme}, key ${String(body.pubkey).slice(0, 16)}…`)
  if (transaction) say(`   settled in ${transaction}`)
  say(`   verified offline: ${verified.checks.length} checks passed`)
}

/** How a price is bought in three ways, each with the scheme that signs its answers. */
const purchases = (stops: TourStops, kept: (pay: PaidFetch) => PaidFetch): readonly Stop[] => {
  const ways: readonly (readonly [string, PaidFetch, string])[] = [
    ['the official @x402/fetch, protocol version 2', buyerV2(stops.buyerKey, '$1', patientFetch), 'ed25519'],
    [
      'the official @x402/fetch, protocol version 1 (its fetch drops PAYMENT-REQUIRED, which it prefers)',
      buyerV1(stops.buyerKey, patientFetch),
      'ed25519',
    ],
    ['L402 over Lightning', buyerL402(sandboxWallet(stops.sandboxUrl), patientFetch), 'secp256k1_ecdsa'],
  ]
  return ways.map(([how, buy, scheme]) => ({
    title: `Bought with ${how}`,
    visit: () => purchase(how, kept(buy), scheme, stops),
  }))
}

/** @param isFast without what takes a minute */
const stopsOf = (stops: TourStops, receiver: Receiver, isFast: boolean, receipts: string[]): readonly Stop[] => {
  const kept = (pay: PaidFetch) => keeping(pay, receipts)
  const pay = kept(buyerV2(stops.buyerKey, '$10', patientFetch))
  const before: readonly Stop[] = [
    { title: 'Is it well?   GET /health', visit: () => visitHealth(stops) },
    { title: `A preview, free and unsigned   GET ${PATH}/preview`, visit: () => preview(stops) },
    { title: `The same path without money   GET ${PATH}`, visit: () => challenge(stops) },
    ...purchases(stops, kept),
  ]
  const promise = promiseNumber(stops, pay, isFast)
  return [
    ...before,
    {
      title: promise.title,
      visit: async () => {
        await promise.visit()
        await showStanding(stops)
      },
    },
    watchContract(stops, pay, receiver),
    ...(isFast ? [] : [{ title: `The promise of stop ${before.length + 1} is kept`, visit: promise.keep }]),
  ]
}

/** Runs all stops; throws `TourFailed` naming the first one that failed. */
export const walkTour = async (tour: TourStops, receiver: Receiver, isFast: boolean): Promise<void> => {
  const receipts: string[] = []
  const stops = stopsOf(tour, receiver, isFast, receipts)
  for (const [at, { title, visit }] of stops.entries()) {
    tour.say(`\n${at + 1} of ${stops.length}  ${title}`)
    await visit()
  }
  await showBooks(tour, receipts)
}
