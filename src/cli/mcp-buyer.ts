import { type Bought, bought } from '../../client/src/bought.ts'
import { type Claros, openClaros, outside } from '../../client/src/claros.ts'
import { NotWhole, Unsettled } from '../../client/src/errors.ts'
import { type Members, membersOf } from '../../client/src/members.ts'
import { pinnedKeys } from '../../client/src/pinned-keys.ts'
import type { Receipt } from '../../client/src/receipt.ts'
import { type Json, jcs } from '../canonical/jcs.ts'
import { boughtBy, isDemand, isPaidByHost, requestsOf, type SendMessage } from './mcp-demand.ts'
import type { McpMessage } from './mcp-message.ts'
import type { McpMoney } from './mcp-money.ts'
import { boughtResult, failedResult } from './mcp-results.ts'

/**
 * Buys for a host: a call that is answered with a demand is paid and made again. A payment whose answer did not reach the
 * host is kept, and the next call of the same tool with the same arguments goes on with it.
 */

export interface McpBuyer {
  /** @returns the message that answers the call, as text; `null` if the host does not wait any more */
  call(asked: McpMessage): Promise<string | null>
  /** The host waits no longer for the call with this id. */
  cancel(id: unknown): void
}

export interface BuyerParts extends McpMoney {
  /** Of the service, without a path. */
  readonly url: string
  /** Public keys that an answer must be signed by, or by one that followed; any may if there are none. */
  readonly keys: readonly string[]
  /** Key documents that were kept: what the service says of its keys must go on from them. `null` if there are none. */
  readonly documents: Readonly<Record<string, Json>> | null
  readonly send: SendMessage
}

/** Hosts wait for a minute by default: until then it must be said that a payment is under way. */
const PATIENCE_MS = 20_000

/** Calls of which it is known how they ended: a host may say late that it has not waited. */
const MOST_KNOWN = 256

interface KnownCall {
  readonly key: string
  isCancelled: boolean
  /** What its answer was bought with. */
  receipt: Receipt | null
}

/** Works on one key one after the other: a call that is made again while the first is under way must not pay, too. */
const createTurns = () => {
  const last = new Map<string, Promise<unknown>>()
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    const leave = (): void => {
      if (last.get(key) === mine) last.delete(key)
    }
    mine.then(leave, leave)
    return mine
  }
}

/** A payment that is not over. */
interface Open {
  readonly receipt: Receipt
  /** What came for it, of which is not known yet whether it is of the service; the service hands it out for two minutes alone. */
  readonly came: { readonly body: string; readonly heard: Members } | null
}

/** @param heard the result of the service */
const openOf = (problem: unknown, heard: Members): Open | null => {
  if (problem instanceof Unsettled) return { receipt: problem.receipt, came: null }
  if (!(problem instanceof NotWhole) || !problem.verification.unread || !problem.receipt) return null
  return { receipt: problem.receipt, came: { body: problem.body, heard } }
}

export const createMcpBuyer = ({ url, pay, keys, documents, budget, send }: BuyerParts): McpBuyer => {
  const inTurn = createTurns()
  // What the service says of its keys lies beside its tools.
  const pinned = pinnedKeys(keys, { send: outside, origin: url, patienceMs: PATIENCE_MS }, documents)
  const known = new Map<unknown, KnownCall>()
  /** Payments whose answers no host has. */
  const pending = new Map<string, Open>()

  const opened = (asked: McpMessage): KnownCall => {
    const call: KnownCall = { key: jcs(boughtBy(asked)), isCancelled: false, receipt: null }
    known.set(asked.id, call)
    if (known.size > MOST_KNOWN) known.delete(known.keys().next().value)
    return call
  }

  const purchase = async (
    call: KnownCall,
    asked: McpMessage,
    demand: Parameters<typeof requestsOf>[2],
    start: (claros: Claros) => Promise<Bought>,
    came: Open['came'] = null,
  ): Promise<string> => {
    const requests = requestsOf(send, asked, demand)
    const claros = openClaros(url, { pay, patienceMs: PATIENCE_MS, fetch: requests.fetch }, pinned)
    const heard = (): Members => came?.heard ?? requests.last()
    try {
      const found = await start(claros)
      pending.delete(call.key)
      call.receipt = found.receipt
      return boughtResult(asked, found, heard(), budget)
    } catch (problem) {
      const open = openOf(problem, heard())
      if (open) pending.set(call.key, open)
      else pending.delete(call.key)
      return failedResult(asked, problem, `${url}/llms.txt`)
    }
  }

  const goOn = ({ receipt, came }: Open, claros: Claros): Promise<Bought> => {
    const { url: at, askedAt = null } = receipt
    if (came) return bought({ text: came.body, headers: new Headers() }, receipt, pinned, { url: at, askedAt })
    return claros.resume(receipt)
  }

  const answerTo = async (call: KnownCall, asked: McpMessage): Promise<string> => {
    const open = pending.get(call.key)
    if (open) return purchase(call, asked, null, (claros) => goOn(open, claros), open.came)
    const reply = await send(asked, null)
    if (call.isCancelled || !reply.message || !isDemand(membersOf(reply.message.result))) return reply.text
    return purchase(call, asked, reply, (claros) => claros.buyAt('/mcp', { body: boughtBy(asked) }))
  }

  const keep = ({ key, isCancelled, receipt }: KnownCall): void => {
    if (isCancelled && receipt) pending.set(key, { receipt, came: null })
  }

  return {
    call: async (asked) => {
      if (isPaidByHost(asked)) return (await send(asked, null)).text
      const call = opened(asked)
      return inTurn(call.key, async () => {
        if (call.isCancelled) return null
        const answer = await answerTo(call, asked)
        keep(call)
        return call.isCancelled ? null : answer
      })
    },
    cancel: (id) => {
      const call = known.get(id)
      if (!call) return
      call.isCancelled = true
      keep(call)
    },
  }
}
