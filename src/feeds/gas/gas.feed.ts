import { GAS_CHAINS } from '../../sources/rpc/rpc-hosts.ts'
import { previewOf } from '../bound-sale.ts'
import { defineFeed } from '../feed.ts'
import { MOST_APART } from '../math/gas.ts'
import { HOUR_MS } from '../../time-units.ts'
import { TARIFF } from '../tariff.ts'
import { ALONE, concludeGas, NATIVE_MS, nativeActor } from './conclude-gas.ts'
import { GAS_LAYOUT, GasAnswer, gasTokens } from './gas-answer.ts'
import { GAS } from './gas-carry.ts'
import { chainOf, GAS_SUBJECTS, GAS_TERMS } from './gas-chains.ts'
import { gasExample } from './gas-example.ts'
import { noteOf } from './gas-note.ts'
import { ANSWERS, boardsOf, GAS_LIFETIME, MOST_BEHIND_MS, operatorsOf } from './node-readings.ts'

export const gas = defineFeed({
  ...GAS,
  family: 'gas',
  layer: 'Oracle Data',
  summary: 'Price of gas on a chain, median of public nodes, and what a plain transfer costs in dollars',
  noun: 'gas price',
  subjects: GAS_SUBJECTS,
  answer: GasAnswer,
  exampleOf: gasExample,
  methodology: {
    nodes: Object.fromEntries(GAS_CHAINS.map((chain) => [chain, operatorsOf(chain)])),
    transfer: Object.fromEntries(GAS_CHAINS.map((chain) => [chain, noteOf(chain)])),
    native: Object.fromEntries(GAS_CHAINS.map((chain) => [chain, `${GAS_TERMS[chain].native}/USD`])),
    price: `median of the first ${ANSWERS} nodes, in the order above, that are believed; of two the mean`,
    believed: `the node names the chain by its number, is at most ${MOST_BEHIND_MS / 1000} s behind the best, and lies within a factor ${MOST_APART} of at least half of the others`,
    alone: `one node alone is published with a third of the confidence, and only within a factor ${ALONE.factor} of the last price that two made, at most ${ALONE.forMs / HOUR_MS} hour ago`,
    base_fee: 'median of the base fees of the same nodes, of their newest block',
    coin: `our own price, at most ${NATIVE_MS / 1000} s old; costs are computed from the printed digits`,
    confidence: `answers over ${ANSWERS}, times freshness: 1 up to ${GAS_LIFETIME.freshSeconds} s, 0 at ${GAS_LIFETIME.expireSeconds} s`,
    editions: 'the string has no nonce: everybody who buys one second of one chain on one rail gets the same string',
  },

  everySeconds: 30,
  boards: (subject) => boardsOf(chainOf(subject)),
  after: (subject) => [nativeActor(chainOf(subject))],
  conclude: concludeGas,

  sale: {
    path: '/oracle/gas/{chain}',
    price: TARIFF.gas,
    catalogue: '/oracle/gas/catalogue',
    canonical: GAS_LAYOUT,
    tokens: gasTokens,
    sellableSeconds: 150,
    preview: previewOf<GasAnswer>({
      staleMinutes: 60,
      fields: [
        'chain',
        'gasPriceGwei',
        'baseFeeGwei',
        'txCostUsd',
        'nativePriceUsd',
        'sourceCount',
        'method',
        'confidence',
        'degraded',
      ],
    }),
  },
})
