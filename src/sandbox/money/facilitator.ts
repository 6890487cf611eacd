import { bytesToHex } from '@noble/hashes/utils.js'
import type { Clock, Random } from '../../ports.ts'
import type { Chain } from './chain.ts'
import type { SettleFaults } from './chain-control.ts'
import { readAddress } from './eip3009.ts'
import { answer, type Fields, isFields, malformed, noSuchPath, problem, readFields, verb } from './wire.ts'
import { judge, networkOf, reasonFor, type Version } from './x402-payment.ts'

/**
 * An x402 facilitator over HTTP (x402 specification, "Facilitator Interface"), mounted under `/facilitator`:
 *
 *     GET  /facilitator/supported → {"kinds":[…],"extensions":[],"signers":{"eip155:*":["0x…"]}}
 *     POST /facilitator/verify    → {"isValid":true,"payer"} or {"isValid":false,"invalidReason","payer"?}
 *     POST /facilitator/settle    → {"success":true,"transaction","network","payer"}
 *                                   or {"success":false,"errorReason","transaction":"","network","payer"?}
 *
 * Both take `{"x402Version":1|2,"paymentPayload":{…},"paymentRequirements":{…}}`. For an invalid payment the answer
 * says so, with status 200; only a body without those three fields gets a 400.
 */
export interface Facilitator {
  handle(request: Request): Promise<Response>
}

interface Parts {
  readonly clock: Clock
  readonly random: Random
  readonly chain: Chain
  faults(): SettleFaults
}

/** The request body of both routes. `version` is null for versions that are not published. */
interface Envelope {
  readonly version: Version | null
  readonly payment: Fields
  readonly requirements: Fields
}

const readEnvelope = (body: Fields | null): Envelope | null => {
  const version = body?.['x402Version']
  const payment = body?.['paymentPayload']
  const requirements = body?.['paymentRequirements']
  if (typeof version !== 'number' || !isFields(payment) || !isFields(requirements)) return null
  const isKnown = (version === 1 || version === 2) && payment['x402Version'] === version
  return { version: isKnown ? version : null, payment, requirements }
}

/** Waits until the caller has closed the connection. */
const gone = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

const answerLost = (): Response => problem(504, 'gateway_timeout', 'the answer of the facilitator was lost')

export const createFacilitator = ({ clock, random, chain, faults }: Parts): Facilitator => {
  const signer = readAddress(`0x${bytesToHex(random.bytes(20))}`)
  const kinds = ([2, 1] as const).map((x402Version) => ({
    x402Version,
    scheme: 'exact',
    network: networkOf(chain.token, x402Version),
  }))

  const verify = ({ version, payment, requirements }: Envelope): Response => {
    if (version === null) return answer({ isValid: false, invalidReason: 'invalid_x402_version' })
    const judged = judge(chain, clock.now(), version, payment, requirements)
    if (judged.ok) return answer({ isValid: true, payer: judged.authorization.from })
    return answer({ isValid: false, invalidReason: judged.reason, payer: judged.payer })
  }

  const settle = async ({ version, payment, requirements }: Envelope, caller: AbortSignal): Promise<Response> => {
    const network = typeof requirements['network'] === 'string' ? requirements['network'] : ''
    const failed = (errorReason: string, payer?: string): Response =>
      answer({ success: false, errorReason, transaction: '', network, payer })

    const { settle: fault, delayMs } = faults()
    // It does not end when the caller gives up: a real facilitator then settles all the same.
    if (fault !== null && delayMs > 0) await clock.sleep(delayMs)
    if (fault === 'hang') {
      await gone(caller)
      return answerLost()
    }
    if (version === null) return failed('invalid_x402_version')
    // From here to the transfer there is no `await`, so that no other request can run in between.
    const judged = judge(chain, clock.now(), version, payment, requirements)
    if (!judged.ok) return failed(judged.reason, judged.payer)
    const payer = judged.authorization.from
    if (fault === 'fail') return failed('invalid_exact_evm_transaction_failed', payer)
    if (fault === 'insufficient') return failed(reasonFor('insufficient_balance', version), payer)
    const moved = chain.transferWithAuthorization(judged.authorization, judged.signature)
    if (!moved.ok) return failed(reasonFor(moved.revert, version), payer)
    if (fault === 'unknown') return answerLost()
    return answer({ success: true, transaction: moved.transfer.transaction, network, payer })
  }

  return {
    async handle(request) {
      switch (verb(request)) {
        case 'GET /facilitator/supported':
          return answer({ kinds, extensions: [], signers: { 'eip155:*': [signer] } })
        case 'POST /facilitator/verify':
        case 'POST /facilitator/settle': {
          const envelope = readEnvelope(await readFields(request))
          if (envelope === null) return malformed('the body is {"x402Version","paymentPayload","paymentRequirements"}')
          return verb(request).endsWith('verify') ? verify(envelope) : settle(envelope, request.signal)
        }
        default:
          return noSuchPath(request)
      }
    },
  }
}
