import { type Chain, REVERT_MESSAGES } from './chain.ts'
import { readAddress, readAuthorization } from './eip3009.ts'
import {
  answer,
  type Fields,
  malformed,
  milliseconds,
  noSuchPath,
  onlyHas,
  pathOf,
  problem,
  readFields,
  uint256,
  verb,
} from './wire.ts'

/**
 * The routes of the chain: a faucet, an explorer, a second wallet, and faults:
 *
 *     POST /chain/fund       {"address","amount":"<base units>"}   → {"address","balance"}
 *     GET  /chain/balance/<address>                                → {"address","balance"}
 *     GET  /chain/transfers                                        → {"transfers":[{"transaction","blockNumber","from","to",
 *                                                                     "value","nonce","at"}]}, oldest first, `at` Unix ms
 *     POST /chain/submit     {"authorization","signature"}         → the transfer, or 409 {"error":"<revert>","message"}
 *     POST /chain/faults     {"settle"?:…|null,"delayMs"?:N}       → what is set now; `{}` ends all
 */
export interface ChainControl {
  /** The present faults of the facilitator's settling. */
  faults(): SettleFaults
  /** Answers all requests under `/chain`. */
  handle(request: Request): Promise<Response>
}

/**
 * - `delay`: only the wait of `delayMs`, which every other fault may have too. The settlement takes place even if the
 *   caller has gone.
 * - `fail`: the transaction is refused; no money moves.
 * - `insufficient`: the payer emptied the account between verify and settle; no money moves.
 * - `hang`: no answer for as long as the caller waits; no money moves.
 * - `unknown`: the money moves, and the answer is lost: 504.
 */
export type SettleFault = 'delay' | 'fail' | 'insufficient' | 'hang' | 'unknown'

export interface SettleFaults {
  readonly settle: SettleFault | null
  readonly delayMs: number
}

const SETTLE_FAULTS: readonly SettleFault[] = ['delay', 'fail', 'insufficient', 'hang', 'unknown']

const readFaults = (body: Fields): SettleFaults | null => {
  const wanted = body['settle'] ?? null
  const settle = SETTLE_FAULTS.find((fault) => fault === wanted) ?? null
  const delayMs = milliseconds(body['delayMs'] ?? 0)
  const isKnown = settle !== null || wanted === null
  return isKnown && delayMs !== null && onlyHas(body, ['settle', 'delayMs']) ? { settle, delayMs } : null
}

const funded = (chain: Chain, body: Fields | null): Response => {
  const address = readAddress(body?.['address'])
  const amount = uint256(body?.['amount'])
  if (address === null || amount === null) return malformed('the body is {"address":"0x…","amount":"<base units>"}')
  const balance = chain.fund(address, amount)
  return balance === null
    ? malformed('more units than 256 bits can count')
    : answer({ address, balance: String(balance) })
}

const submitted = (chain: Chain, body: Fields | null): Response => {
  const authorization = readAuthorization(body?.['authorization'])
  const signature = body?.['signature']
  if (authorization === null || typeof signature !== 'string') {
    return malformed('the body is {"authorization":{from,to,value,validAfter,validBefore,nonce},"signature":"0x…"}')
  }
  const result = chain.transferWithAuthorization(authorization, signature)
  return result.ok ? answer(result.transfer) : problem(409, result.revert, REVERT_MESSAGES[result.revert])
}

const balanceOf = (chain: Chain, text: string): Response => {
  const address = readAddress(text)
  return address === null
    ? malformed('an address is 0x and 40 hex digits')
    : answer({ address, balance: String(chain.balance(address)) })
}

export const createChainControl = (chain: Chain): ChainControl => {
  let faults: SettleFaults = Object.freeze({ settle: null, delayMs: 0 })

  return {
    faults: () => faults,

    async handle(request) {
      const path = pathOf(request)
      if (request.method === 'GET' && path.startsWith('/chain/balance/')) {
        return balanceOf(chain, path.slice('/chain/balance/'.length))
      }
      switch (verb(request)) {
        case 'GET /chain/transfers':
          return answer({ transfers: chain.transfers() })
        case 'POST /chain/fund':
          return funded(chain, await readFields(request))
        case 'POST /chain/submit':
          return submitted(chain, await readFields(request))
        case 'POST /chain/faults': {
          const body = await readFields(request)
          const wanted = body === null ? null : readFaults(body)
          if (wanted === null)
            return malformed(`the body is {"settle"?:"${SETTLE_FAULTS.join('"|"')}"|null,"delayMs"?:0…600000}`)
          faults = wanted
          return answer(faults)
        }
        default:
          return noSuchPath(request)
      }
    },
  }
}
