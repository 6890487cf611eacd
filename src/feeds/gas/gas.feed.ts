import { GAS_CHAINS } from '../../sources/rpc/rpc-hosts.ts'
import { previewOf } from '../bound-sale.ts'
import { defineFeed } from '../feed.ts'
import { MOST_APART } from '../math/gas.ts'
import { HOUR_MS } from '../../time-units.ts'
import { TARIFF } from '../tariff.ts'
import { AGREE, ALONE, ANSWERS, DRIFT, NEAR, STEP } from './believed-nodes.ts'
import { concludeGas, NATIVE_MS, nativeActor } from './conclude-gas.ts'
import { GAS_LAYOUT, GasAnswer, gasTokens } from './gas-answer.ts'
import { GAS } from './gas-carry.ts'
import { chainOf, GAS_SUBJECTS, GAS_TERMS } from './gas-chains.ts'
import { gasExample } from './gas-example.ts'
import { noteOf } from './gas-note.ts'
import {
  boardsOf,
  GAS_LIFETIME,
  LEAST_OF_BASE,
  MOST_AHEAD_MS,
  MOST_BEHIND_MS,
  MOST_SLOTS_APART,
  operatorsOf,
} from './node-readings.ts'
import { mainNumber } from '../main-value.ts'

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
    price: `median of the ${ANSWERS} believed nodes nearest the middle, those about as near in the order above; of two the mean`,
    believed: `the node names the chain by its number in the same poll; its newest block was at most ${MOST_BEHIND_MS / 1000} s old and at most ${MOST_AHEAD_MS / 1000} s in the future when it was read; its price is at least ${LEAST_OF_BASE} of its own base fee, and lies within a factor ${MOST_APART} of at least half of the others`,
    solana: `fees and slot lie at most ${MOST_SLOTS_APART} slots apart`,
    standing_still: `how far the chain was behind our clock at the last price, at most ${ALONE.forMs / HOUR_MS} hour ago, is compared: a node that has lost or won more than ${MOST_BEHIND_MS / 1000} s and ${DRIFT} of the time since is left out, however many do so together. At first the node furthest on is compared with the better half`,
    agreed: `the middle ones lie within a factor ${AGREE.price}, their base fees within ${AGREE.base}; a node further than ${NEAR} from the middle is left out if the others agree`,
    alone: `one node alone, or of several that do not agree the one nearest to the last price, is published with a third of the confidence, and only within a factor ${ALONE.factor} of the last price that two told within a factor ${STEP}, and of their base fee, at most ${ALONE.forMs / HOUR_MS} hour ago`,
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
      main: mainNumber('gasPriceGwei', 'gwei'),
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
