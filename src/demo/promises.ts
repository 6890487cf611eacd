import type { Json } from '../canonical/jcs.ts'
import { verifyAnswer } from '../canonical/verify.ts'
import { LAYOUTS } from '../cli/verify.ts'
import { announcement, checkAnnouncement } from '../dlc/wire/announcement.ts'
import { attestation, attestationFault } from '../dlc/wire/attestation.ts'
import { decode } from '../dlc/wire/tlv.ts'
import { verifyWebhook } from '../webhooks/standard-webhooks.ts'
import type { PaidFetch } from './buyers.ts'
import { clipped } from './pretty.ts'
import type { Receiver } from './receiver.ts'
import { type Body, expect, readJson, type Stop, type TourStops } from './stop.ts'

/** The tour's second half: buys two DLC events and waits until both are attested. */

/** The parts of the answer that the buyer of an event keeps. */
interface Promised {
  readonly eventid: string
  readonly serialized: string
  readonly webhookKey: string
}

const MATURES_IN_SECONDS = 70
/** On a busy machine the payment may take longer than is left before the earliest maturity: then nothing was charged. */
const TRIES = 3
/** How long an attestation may take after its maturity or its price, on a busy machine. */
const PATIENCE_MS = 120_000
const NEWS_EVERY_MS = 10_000

/** Whether the answer says that its maturity has come too near, and nothing else. */
const isTooSoon = (status: number, { details }: Body): boolean =>
  status === 400 && Array.isArray(details) && details.length === 1 && (details[0] as Body)['rule'] === 'too_soon'

/** @param terms the terms as they are now: a maturity is so many seconds from now */
const buy = async (pay: PaidFetch, url: string, terms: () => object, what: string): Promise<Promised> => {
  const ask = async () => {
    const body = JSON.stringify(terms())
    const response = await pay(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    return { response, answer: await readJson(response, what) }
  }
  let { response, answer } = await ask()
  for (let tries = 1; tries < TRIES && isTooSoon(response.status, answer); tries++) ({ response, answer } = await ask())
  expect(response.status === 200, `${what}: status ${response.status} ${JSON.stringify(answer)}`)
  expect(verifyAnswer(answer, { layouts: LAYOUTS }).ok, `${what}: the answer does not verify`)
  const said = (name: string) => String(answer[name] ?? '')
  const promised = { eventid: said('eventid'), serialized: said('serialized'), webhookKey: said('webhookKey') }
  const checked = checkAnnouncement(Uint8Array.fromHex(promised.serialized))
  expect(checked.ok, `${what}: ${checked.ok ? '' : checked.reason}`)
  return promised
}

/**
 * Polls until the attestation is there, at most until `until`, Unix milliseconds.
 *
 * @param maturesAt Unix milliseconds before which there is none, counted down; `0` if it may come at any time
 */
const attested = async (stops: TourStops, path: string, until: number, what: string, maturesAt = 0): Promise<Body> => {
  let saidAt = Math.max(Date.now(), maturesAt)
  for (;;) {
    const response = await fetch(stops.baseUrl + path)
    const body = await readJson(response, what)
    if (response.status === 200) return body
    expect(response.status === 404 && Date.now() < until, `${what}: status ${response.status} ${JSON.stringify(body)}`)
    if (Date.now() - saidAt > NEWS_EVERY_MS) {
      saidAt = Date.now()
      stops.say(`   waiting for ${what} …`)
    }
    if (maturesAt > 0) stops.countDown('it matures', Math.max(0, Math.ceil((maturesAt - Date.now()) / 1000)))
    await Bun.sleep(250)
  }
}

/** Checks the attestation as a wallet does: against the announcement that the wallet has kept. */
const keepsItsPromise = ({ serialized }: Promised, body: Body, what: string): void => {
  const announced = decode(announcement, Uint8Array.fromHex(serialized))
  const fault = attestationFault(announced, decode(attestation, Uint8Array.fromHex(String(body['serialized']))))
  expect(fault === null, `${what}: ${fault}`)
}

/** The simulated price of now. A preview may be of an earlier run, which ended somewhere else. */
export const simulatedPrice = async ({ sandboxUrl }: Pick<TourStops, 'sandboxUrl'>): Promise<number> => {
  const { levels } = await readJson(await fetch(`${sandboxUrl}/world`), 'the simulated world')
  const price = Number((levels as Body | undefined)?.['spot.BTC'])
  expect(price > 0, 'the simulated world has no price of bitcoin')
  return price
}

const shock = async ({ sandboxUrl }: TourStops, factor: number): Promise<void> => {
  const response = await fetch(`${sandboxUrl}/world`, {
    method: 'POST',
    body: JSON.stringify({ shock: { 'spot.BTC': factor } }),
  })
  expect(response.ok, `the simulated price was not changed: status ${response.status}`)
}

/** The stop that buys a numeric event, and what keeps its promise later. */
export interface NumberStop extends Stop {
  /** Waits for the attestation and shows it. */
  keep(): Promise<void>
}

/**
 * A numeric event that matures in 70 seconds.
 *
 * @param isLeft nobody waits for it: the stop says where it will be attested
 */
export const promiseNumber = (stops: TourStops, pay: PaidFetch, isLeft: boolean): NumberStop => {
  const { baseUrl, say } = stops
  let kept: { readonly promised: Promised; readonly maturityTs: number; readonly path: string } | null = null
  return {
    title: `A promise: the price of BTC/USD in ${MATURES_IN_SECONDS} s, in 20 binary digits   POST /dlc/oracle/numeric`,
    visit: async () => {
      let maturityTs = 0
      const terms = () => {
        maturityTs = Math.floor(Date.now() / 1000) + MATURES_IN_SECONDS
        return {
          label: 'BTC/USD in a minute',
          maturityTs,
          base: 2,
          nbDigits: 20,
          metadata: { resolverConfig: { kind: 'price_source', source: `${baseUrl}/oracle/price/btc/usd` } },
        }
      }
      const promised = await buy(pay, `${baseUrl}/dlc/oracle/numeric`, terms, 'the numeric event')
      const path = `/dlc/oracle/numeric/${promised.eventid}/attestation`
      kept = { promised, maturityTs, path }
      say(`   ${promised.eventid}   announcement ${clipped(promised.serialized, 40)}   verified`)
      const at = new Date(maturityTs * 1000).toISOString().slice(11, 19)
      if (isLeft) say(`   it is kept at ${at} UTC   ${baseUrl}${path}`)
    },
    keep: async () => {
      const { promised, maturityTs, path } = kept!
      say(`   GET ${path}`)
      const dueAt = maturityTs * 1000
      const found = await attested(stops, path, dueAt + PATIENCE_MS, 'the numeric attestation', dueAt)
      keepsItsPromise(promised, found, 'the numeric attestation')
      const digits = String(found['outcome']).replaceAll(',', '')
      const evidence = found['evidence'] as { readonly [name: string]: Json }
      say(`   ${digits} = ${Number.parseInt(digits, 2)} USD, of the price ${String(evidence['price'])}`)
      say(`   ${(found['signatures'] as string[]).length} signatures by the announced nonces, verified`)
    },
  }
}

/** Buys a threshold contract, moves the simulated price past its strike, and checks attestation and webhook. */
export const watchContract = (stops: TourStops, pay: PaidFetch, receiver: Receiver): Stop => ({
  title: 'A threshold contract: paid out if BTC/USD falls by one per cent   POST /dlc/oracle/threshold',
  visit: async () => {
    const { baseUrl, say } = stops
    const strike = Math.round((await simulatedPrice(stops)) * 0.99)
    const terms = () => ({ pair: 'BTCUSD', strike, direction: 'below', webhookUrl: receiver.url })
    const promised = await buy(pay, `${baseUrl}/dlc/oracle/threshold`, terms, 'the threshold contract')
    say(`   ${promised.eventid}   announced; now the simulated price falls by three per cent`)
    await shock(stops, 0.97)
    const path = `/dlc/oracle/attestations/${promised.eventid}`
    const found = await attested(stops, path, Date.now() + PATIENCE_MS, 'the strike to be reached')
    keepsItsPromise(promised, found, 'the threshold attestation')
    expect(found['outcome'] === 'breached', `the contract ended ${String(found['outcome'])}`)
    const evidence = found['evidence'] as { readonly [name: string]: Json }
    say(`   breached at ${String(evidence['price'])}   signature ${clipped(String(found['signature']), 33)}   verified`)
    const call = await receiver.arrived(PATIENCE_MS)
    expect(call !== null, 'the webhook did not arrive')
    const verdict = verifyWebhook(promised.webhookKey, call!.headers, call!.body, Math.floor(Date.now() / 1000))
    expect(verdict === 'valid', `the webhook is ${verdict}`)
    const told = JSON.parse(call!.body) as Body
    expect(told['outcome'] === 'breached', `the webhook tells ${call!.body}`)
    const key = clipped(promised.webhookKey, 21)
    say(`   the webhook arrived: ${call!.headers['webhook-id']}, signed by ${key}, verified`)
  },
})
