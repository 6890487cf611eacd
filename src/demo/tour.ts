import { verifyAnswer } from '../canonical/verify.ts'
import { LAYOUTS } from '../cli/verify.ts'
import { keeping, showBooks } from './books.ts'
import { patientFetch } from './patient-fetch.ts'
import { buyerL402, buyerV1, buyerV2, type PaidFetch, sandboxWallet } from './buyers.ts'
import { promiseNumber, watchContract } from './promises.ts'
import type { Receiver } from './receiver.ts'
import { showStanding } from './standing.ts'
import { expect, readJson, TourFailed, type TourStops } from './stop.ts'

const PATH = '/oracle/price/btc/usd'

const health = async ({ baseUrl, say }: TourStops): Promise<void> => {
  const response = await fetch(`${baseUrl}/health`)
  const body = await readJson(response, 'health')
  expect(
    response.status === 200 && body.status !== 'down' && body.mode === 'demo',
    `health answered ${response.status} ${JSON.stringify(body)}`,
  )
  say(`\n1  Health   GET /health\n   ${JSON.stringify(body)}`)
}

const preview = async ({ baseUrl, say }: TourStops): Promise<void> => {
  const response = await fetch(`${baseUrl}${PATH}/preview`)
  const body = await readJson(response, 'preview')
  expect(
    response.status === 200 && body.preview === true && body.signed === false,
    `preview answered ${response.status}`,
  )
  say(`\n2  Preview, free and unsigned   GET ${PATH}/preview\n   ${JSON.stringify(body)}`)
}

const challenge = async ({ baseUrl, say }: TourStops): Promise<void> => {
  const response = await fetch(baseUrl + PATH)
  const body = await readJson(response, '402')
  expect(response.status === 402, `the paid path answered ${response.status}`)
  const l402 = response.headers.get('www-authenticate') ?? ''
  const v2 = response.headers.get('payment-required') ?? ''
  expect(l402.startsWith('L402 macaroon="') && v2 !== '' && body.x402Version === 1, 'the 402 does not offer both rails')
  say(`\n3  The same path without money   GET ${PATH}   402 Payment Required`)
  say(`   WWW-Authenticate: ${l402.slice(0, 60)}…   (Lightning)`)
  say(`   PAYMENT-REQUIRED: ${v2.slice(0, 60)}…   (x402 version 2)`)
  say(`   body: ${JSON.stringify(body.accepts)}   (x402 version 1)`)
}

const purchase = async (
  stop: number,
  how: string,
  buy: PaidFetch,
  scheme: string,
  { baseUrl, say }: TourStops,
): Promise<void> => {
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
  say(`\n${stop}  Bought with ${how}`)
  say(
    `   ${String(body.domain)} = ${String(body.price)} ${String(body.currency)}   by ${(body.sources as string[]).length} sources, confidence ${String(body.confidence)}`,
  )
  say(`   canonical  ${String(body.canonical)}`)
  say(`   signature  ${String(body.signature).slice(0, 44)}…   ${scheme}, key ${String(body.pubkey).slice(0, 16)}…`)
  if (transaction) say(`   settled in ${transaction}`)
  say(`   verified offline: ${verified.checks.length} checks passed`)
}

/** Runs all stops; throws `TourFailed` naming the first one that failed. */
export const walkTour = async (stops: TourStops, receiver: Receiver): Promise<void> => {
  await health(stops)
  await preview(stops)
  await challenge(stops)
  const receipts: string[] = []
  const kept = (pay: PaidFetch) => keeping(pay, receipts)
  await purchase(
    4,
    'the official @x402/fetch, protocol version 2',
    kept(buyerV2(stops.buyerKey, '$1', patientFetch)),
    'ed25519',
    stops,
  )
  await purchase(
    5,
    'the official @x402/fetch, protocol version 1 (its fetch drops PAYMENT-REQUIRED, which it prefers)',
    kept(buyerV1(stops.buyerKey, patientFetch)),
    'ed25519',
    stops,
  )
  const lightning = buyerL402(sandboxWallet(stops.sandboxUrl), patientFetch)
  await purchase(6, 'L402 over Lightning', kept(lightning), 'secp256k1_ecdsa', stops)
  const pay = kept(buyerV2(stops.buyerKey, '$10', patientFetch))
  const keepsNumber = await promiseNumber(stops, pay)
  await showStanding(stops)
  await watchContract(stops, pay, receiver)
  await keepsNumber()
  await showBooks(stops, receipts)
}
