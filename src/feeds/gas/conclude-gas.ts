import { fixed } from '../../canonical/decimal.ts'
import { rounded } from '../../canonical/measure.ts'
import type { GasChain } from '../../sources/rpc/rpc-hosts.ts'
import { inSeconds, MINUTE_MS } from '../../time-units.ts'
import { actorId, type Conclusion, type Declined, type TickContext } from '../feed.ts'
import { freshness } from '../math/freshness.ts'
import { median } from '../math/robust.ts'
import { NATIVE } from '../prices/native-price.ts'
import { SPOT } from '../prices/price-carry.ts'
import type { Subject } from '../subject.ts'
import { type GasAnswer, costOf, GAS_PLACES, NATIVE_PLACES } from './gas-answer.ts'
import { ANSWERS, believedNodes, isAgreed, type LastPrice, progressOf } from './believed-nodes.ts'
import type { GasCarry } from './gas-carry.ts'
import { chainOf, GAS_TERMS } from './gas-chains.ts'
import { noteOf } from './gas-note.ts'
import { GAS_LIFETIME, type NodeReading, nodeReadingsOf, operatorsOf } from './node-readings.ts'
import { CONFIDENCE_PLACES } from '../answer-fields.ts'

/** The price of a coin may be so old: our own prices are made every few seconds. */
export const NATIVE_MS = 2 * MINUTE_MS

const nativeFeed = (chain: GasChain) => (GAS_TERMS[chain].native === 'POL' ? NATIVE : SPOT)
const nativeKey = (chain: GasChain): string => `${GAS_TERMS[chain].native}-USD`

/** The actor that publishes the price of the coin that pays for gas. */
export const nativeActor = (chain: GasChain): string => actorId(nativeFeed(chain), { key: nativeKey(chain) })

const nativePrice = (chain: GasChain, { earlier, now }: Pick<TickContext, 'earlier' | 'now'>): string | null => {
  const found = GAS_TERMS[chain].native === 'POL' ? earlier(NATIVE, nativeKey(chain)) : earlier(SPOT, nativeKey(chain))
  const price = found?.content['price']
  return found && typeof price === 'string' && now - found.carry.observedAt <= NATIVE_MS ? price : null
}

/** Before the first price. */
const NEVER: LastPrice = { agreed: null, progress: null }

const oldestOf = (used: readonly NodeReading[]): number => Math.min(...used.map(({ readAt }) => readAt))

/** The block of the node in the middle, of two the older one: a number that one node alone tells is not repeated. */
const blockOf = (used: readonly NodeReading[]): number =>
  used.map(({ block }) => block).toSorted((a, b) => a - b)[(used.length - 1) >> 1]!

export const concludeGas = (
  subject: Subject,
  context: TickContext<GasCarry>,
): Conclusion<GasAnswer, GasCarry> | Declined => {
  const chain = chainOf(subject)
  const { now, boards } = context
  const last = context.previous?.carry ?? NEVER
  const said = nodeReadingsOf(chain, boards, now)
  const used = believedNodes(said, last, now)
  if (used.length === 0) return { kind: 'quorum_missed', have: Math.min(said.length, 1), need: said.length > 0 ? 2 : 1 }
  const exact = median(used.map(({ gwei }) => gwei))
  const nativePriceUsd = nativePrice(chain, context)
  if (nativePriceUsd === null) return { kind: 'input_missing', input: `${GAS_TERMS[chain].native}/USD` }
  const exactBase = median(used.map(({ baseGwei }) => baseGwei))
  const gasPriceGwei = rounded(exact, GAS_PLACES)
  // A price that six digits cannot show would be sold as free.
  if (gasPriceGwei === 0) return { kind: 'input_missing', input: 'a price of gas of at least 0.000001 gwei' }
  const { native, usd } = costOf(chain, gasPriceGwei, nativePriceUsd)
  const readAt = oldestOf(used)
  const confidence = (used.length / ANSWERS) * freshness((now - readAt) / 1000, GAS_LIFETIME)
  const sources = used.map(({ operator }) => operator).toSorted()
  return {
    kind: 'concluded',
    content: {
      chain,
      chainId: GAS_TERMS[chain].chainId,
      gasPriceGwei,
      baseFeeGwei: rounded(exactBase, GAS_PLACES),
      txCostNative: fixed(native, NATIVE_PLACES),
      txCostUsd: usd,
      nativePriceUsd,
      native: GAS_TERMS[chain].native,
      sources,
      sourceCount: sources.length,
      missing: operatorsOf(chain)
        .filter((each) => !sources.includes(each))
        .toSorted(),
      method: 'median',
      blockNumber: blockOf(used),
      confidence: rounded(confidence, CONFIDENCE_PLACES),
      degraded: used.length < ANSWERS,
      observed_at: inSeconds(readAt),
      note: noteOf(chain),
    },
    carry: {
      agreed: isAgreed(used) ? { gwei: exact, baseGwei: exactBase, at: now } : last.agreed,
      progress: progressOf(used, last, now),
      gasPriceGwei,
      txCostUsd: usd,
      degraded: used.length < ANSWERS,
      confidence,
      readAt,
    },
  }
}
