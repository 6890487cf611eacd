import type { Json } from '../canonical/jcs.ts'
import { verifyAnswer } from '../canonical/verify.ts'
import { LAYOUTS } from '../cli/verify.ts'
import { announcement, checkAnnouncement } from '../dlc/wire/announcement.ts'
import { attestation, attestationFault } from '../dlc/wire/attestation.ts'
import { decode } from '../dlc/wire/tlv.ts'
import { verifyWebhook } from '../webhooks/standard-webhooks.ts'
import type { PaidFetch } from './buyers.ts'
import type { Receiver } from './receiver.ts'
import { type Body, expect, readJson, type TourStops } from './stop.ts'

/** The tour's second half: buys two DLC events and waits until both are attested. */

/** The parts of the answer that the buyer of an event keeps. */
interface Promised {
  readonly eventid: string
  readonly serialized: string
  readonly webhookKey: string
}

const MATURES_IN_SECONDS = 70
/** How long an attestation may take after its maturity or its price, on a busy machine. */
const PATIENCE_MS = 120_000
const NEWS_EVERY_MS = 10_000

const buy = async (pay: PaidFetch, url: string, body: object, what: string): Promise<Promised> => {
  const response = await pay(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  const answer = await readJson(response, what)
  expect(response.status === 200, `${what}: status ${response.status} ${JSON.stringify(answer)}`)
  expect(verifyAnswer(answer, { layouts: LAYOUTS }).ok, `${what}: the answer does not verify`)
  const said = (name: string) => String(answer[name] ?? '')
  const promised = { eventid: said('eventid'), serialized: said('serialized'), webhookKey: said('webhookKey') }
  const checked = checkAnnouncement(Uint8Array.fromHex(promised.serialized))
  expect(checked.ok, `${what}: ${checked.ok ? '' : checked.reason}`)
  return promised
}

/** Polls until the attestation is there, at most until `until`, Unix milliseconds. */
const attested = async (stops: TourStops, path: string, until: number, what: string): Promise<Body> => {
  let saidAt = Date.now()
  for (;;) {
    const response = await fetch(stops.baseUrl + path)
    const body = await readJson(response, what)
    if (response.status === 200) return body
    expect(response.status === 404 && Date.now() < until, `${what}: status ${response.status} ${JSON.stringify(body)}`)
    if (Date.now() - saidAt > NEWS_EVERY_MS) {
      saidAt = Date.now()
      stops.say(`   waiting for ${what} …`)
    }
    await Bun.sleep(250)
  }
}

/** Checks the attestation as a wallet does: against the announcement that the wallet has kept. */
const keepsItsPromise = ({ serialized }: Promised, body: Body, what: string): void => {
  const announced = decode(announcement, Uint8Array.fromHex(serialized))
  const fault = attestationFault(announced, decode(attestation, Uint8Array.fromHex(String(body['serialized']))))
  expect(fault === null, `${what}: ${fault}`)
}

const spot = async ({ baseUrl }: TourStops): Promise<number> =>
  Number((await readJson(await fetch(`${baseUrl}/oracle/price/btc/usd/preview`), 'preview'))['price'])

const shock = async ({ sandboxUrl }: TourStops, factor: number): Promise<void> => {
  const response = await fetch(`${sandboxUrl}/world`, {
    method: 'POST',
    body: JSON.stringify({ shock: { 'spot.BTC': factor } }),
  })
  expect(response.ok, `the simulated price was not changed: status ${response.status}`)
}

/**
 * Buys a numeric event that matures in 70 seconds.
 *
 * @returns waits for its attestation and shows it: the last stop of the tour
 */
export const promiseNumber = async (stops: TourStops, pay: PaidFetch): Promise<() => Promise<void>> => {
  const maturityTs = Math.floor(Date.now() / 1000) + MATURES_IN_SECONDS
  const body = {
    label: 'BTC/USD in a minute',
    maturityTs,
    base: 2,
    nbDigits: 20,
    metadata: { resolverConfig: { kind: 'price_source', source: `${stops.baseUrl}/oracle/price/btc/usd` } },
  }
  const promised = await buy(pay, `${stops.baseUrl}/dlc/oracle/numeric`, body, 'the numeric event')
  stops.say(
    `\n7  A promise: the price of BTC/USD in ${MATURES_IN_SECONDS} s, in 20 binary digits   POST /dlc/oracle/numeric`,
  )
  stops.say(`   ${promised.eventid}   announcement ${promised.serialized.slice(0, 40)}…   verified`)
  return async () => {
    const path = `/dlc/oracle/numeric/${promised.eventid}/attestation`
    const found = await attested(stops, path, maturityTs * 1000 + PATIENCE_MS, 'the numeric event to mature')
    keepsItsPromise(promised, found, 'the numeric attestation')
    const digits = String(found['outcome']).replaceAll(',', '')
    const evidence = found['evidence'] as { readonly [name: string]: Json }
    stops.say(`\n9  The promise of stop 7 is kept   GET ${path}`)
    stops.say(`   ${digits} = ${Number.parseInt(digits, 2)} USD, of the price ${String(evidence['price'])}`)
    stops.say(`   ${(found['signatures'] as string[]).length} signatures by the announced nonces, verified`)
  }
}

/** Buys a threshold contract, moves the simulated price past its strike, and checks attestation and webhook. */
export const watchContract = async (stops: TourStops, pay: PaidFetch, receiver: Receiver): Promise<void> => {
  const strike = Math.round((await spot(stops)) * 0.99)
  const body = { pair: 'BTCUSD', strike, direction: 'below', webhookUrl: receiver.url }
  const promised = await buy(pay, `${stops.baseUrl}/dlc/oracle/threshold`, body, 'the threshold contract')
  stops.say(`\n8  A threshold contract: BTC/USD below ${strike}   POST /dlc/oracle/threshold`)
  stops.say(`   ${promised.eventid}   announced; now the simulated price falls by three per cent`)
  await shock(stops, 0.97)
  const path = `/dlc/oracle/attestations/${promised.eventid}`
  const found = await attested(stops, path, Date.now() + PATIENCE_MS, 'the strike to be reached')
  keepsItsPromise(promised, found, 'the threshold attestation')
  expect(found['outcome'] === 'breached', `the contract ended ${String(found['outcome'])}`)
  const evidence = found['evidence'] as { readonly [name: string]: Json }
  stops.say(
    `   breached at ${String(evidence['price'])}   signature ${String(found['signature']).slice(0, 32)}…   verified`,
  )
  const call = await receiver.arrived(PATIENCE_MS)
  expect(call !== null, 'the webhook did not arrive')
  const verdict = verifyWebhook(promised.webhookKey, call!.headers, call!.body, Math.floor(Date.now() / 1000))
  expect(verdict === 'valid', `the webhook is ${verdict}`)
  const told = JSON.parse(call!.body) as Body
  expect(told['outcome'] === 'breached', `the webhook tells ${call!.body}`)
  stops.say(
    `   the webhook arrived: ${call!.headers['webhook-id']}, signed by ${promised.webhookKey.slice(0, 20)}…, verified`,
  )
}
