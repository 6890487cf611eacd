import { attestation, attestationCounted } from '../wire/attestation.ts'
import { announcementDocument, attestationDocument, listEntry } from './documents.ts'
import type { Plain, ShownEvent } from './shown-event.ts'
import { decode } from '../wire/tlv.ts'

/**
 * Events for the examples in `/openapi.json`. Enum and number are those of our test vectors, the contract was made with
 * the same key. The signatures in the examples are valid.
 */

const THRESHOLD = [
  'fdd824bd1ab9e21f8850f24e1d1f3357fc466c5fb3529bcad6d6b1a2cf07d617acc26c9b21f4cf25b88cb4d89697aa51d1b8d9f5a15f3b',
  'cf8b7e646282ff18b1a877e11e68a156f1f84b6c9167ca76985cef360bc9060ca6118b4ef9a02ba3dcb212d5b0fdd8225900017fd748ba',
  '5e5a9ad08e7fac0d20d481944e774ad6cd7f5b85d75ec08c56c6c4836cdeba40fdd80610000208627265616368656404736166651e4254',
  '435553442d41424f56452d3132303030302d31373935303030303030',
].join('')
const THRESHOLD_ATTESTED = [
  'fdd8688a1e4254435553442d41424f56452d3132303030302d3137393530303030303068a156f1f84b6c9167ca76985cef360bc9060ca6',
  '118b4ef9a02ba3dcb212d5b000017fd748ba5e5a9ad08e7fac0d20d481944e774ad6cd7f5b85d75ec08c56c6c483d264bb5b34880d3a7c',
  '60cdc86ccfcbf9fa589cacabbacccad999f67b31f00031086272656163686564',
].join('')
const ENUM = [
  'fdd824af371d79461e0d0873ab73fa7603abba1472428912746efebe464bae1561fa8b23f019e2be2340ea867f05676ad4528d63cb37a8',
  '450f493dff67d427390a84eb2468a156f1f84b6c9167ca76985cef360bc9060ca6118b4ef9a02ba3dcb212d5b0fdd8224b000181c00ffd',
  '96bea1c4d56800571c780b3913401f7dedbb0d9852dcd2c4ce66636f6b36ec80fdd80609000203796573026e6f1777696c6c2d69742d72',
  '61696e2d323032372d30312d3031',
].join('')
const ENUM_ATTESTED = [
  'fdd8687e1777696c6c2d69742d7261696e2d323032372d30312d303168a156f1f84b6c9167ca76985cef360bc9060ca6118b4ef9a02ba3',
  'dcb212d5b0000181c00ffd96bea1c4d56800571c780b3913401f7dedbb0d9852dcd2c4ce66636fdcd3812485b37b0d8d3a6ec904aef9c1',
  'dde9e1c86b594f80028140fd19d2e2bb03796573',
].join('')
const NUMERIC = [
  'fdd824fd016f15c5ba7769926166a4a6564b9e81fe3802c5d5ad29be142cdc122773ca912b98f5b5629668e0b170bbd4fab251eb7587ad',
  '7637de71a71537f51d9eb65f277b3068a156f1f84b6c9167ca76985cef360bc9060ca6118b4ef9a02ba3dcb212d5b0fdd822fd01090007',
  'c49609a3b659d0fff29819730be5a4b8ad56b005f7b5cd91daae9f072ded0e8c60d9a456bdcb65aa328ed279400e279f8d3384e2d7dab0',
  '0aea62097a9022dd862c676616de04c023de7d1b9954a70c2821babdc50a4014f8b43dbf4ab3836fda5d8ff672af880190343e986b94bc',
  '5a5f7c3eadd4c8847b4256a95794266d3dba801245693a665984f65db85c4005df3b0fd0f00514b2cda13eaff2e7cba0e699a9fdd5ad41',
  '59002f375e2aeeeeecb8a28b1999aa5122a6f9cf53f29794121e7ccbdca1e7b1143a32845c8318f2199d227568e079b10d3da07fbfd477',
  '5f1c40276b36ec80fdd80a0d000a0003555344000000000007114254435553442d323032372d30312d3031',
].join('')
const NUMERIC_ATTESTED = [
  'fdd868fd0202114254435553442d323032372d30312d303168a156f1f84b6c9167ca76985cef360bc9060ca6118b4ef9a02ba3dcb212d5',
  'b00007c49609a3b659d0fff29819730be5a4b8ad56b005f7b5cd91daae9f072ded0e8c07cb7663d75f2bae0e3dbdbb6b7203d1c429c12f',
  'c82efa4d5e664616bb55570260d9a456bdcb65aa328ed279400e279f8d3384e2d7dab00aea62097a9022dd869daef0725c7fe055a429e1',
  '01786bb3a47dd4f1abfb71b9880105876caaa992ce2c676616de04c023de7d1b9954a70c2821babdc50a4014f8b43dbf4ab3836fda0ee0',
  '7cc2b484c4feebfd45ba3521692aebc32b5e1566a27954e1d878349897555d8ff672af880190343e986b94bc5a5f7c3eadd4c8847b4256',
  'a95794266d3dbaf1c2df863ea81e163bd841b9fbb9ff6b1751e02115e416b94f53e0c61ebd7a36801245693a665984f65db85c4005df3b',
  '0fd0f00514b2cda13eaff2e7cba0e699423e953b899a7e127d50ac963a21f368e9e80f4ad5550f7d159ade025fba7d57a9fdd5ad415900',
  '2f375e2aeeeeecb8a28b1999aa5122a6f9cf53f29794121e7ca5ba0a4e8489199f23c2073aedcadc749450209e13b7e2a920b2535666ff',
  '788ccbdca1e7b1143a32845c8318f2199d227568e079b10d3da07fbfd4775f1c4027f3d3138752d82ab6eaa64d167a70768198b5ec66a7',
  '71cb4ca850379e340925150130013001380134013201330131',
].join('')

/** The attestation with a count before the outcomes. */
const counted = (hex: string): string => attestationCounted.write(decode(attestation, Uint8Array.fromHex(hex))).toHex()

const attested = (hex: string, attestedAt: number) => ({ serialized: hex, counted: counted(hex), attestedAt })

const tick = (sequence: number, at: number, price: string): Readonly<Record<string, Plain>> => {
  const sources = ['bitstamp', 'coinbase', 'kraken']
  return { kind: 'tick', pair: 'BTCUSD', sequence, at, price, sources }
}

const CREATED = 1_795_000_000
const SALT = '5a'.repeat(32)

const thresholdExample: ShownEvent = {
  id: 'BTCUSD-ABOVE-120000-1795000000',
  kind: 'threshold',
  state: 'attested',
  maturityTs: 1_826_536_000,
  pair: 'BTCUSD',
  salt: SALT,
  announcement: THRESHOLD,
  terms: {
    kind: 'threshold',
    pair: 'BTCUSD',
    strike: 120_000,
    direction: 'above',
    cancellable: true,
    cancelUntil: 1_826_536_000,
    rail: 'x402',
  },
  offeredAt: CREATED * 1000,
  decision: {
    reason: 'breach',
    evidence: {
      ...tick(12_345, 1_796_000_005_000, '120003.41'),
      first: { sequence: 12_344, at: 1_796_000_000_000, price: '120000.07' },
    },
  },
  attestation: attested(THRESHOLD_ATTESTED, 1_796_000_006_120),
}

const enumExample: ShownEvent = {
  id: 'will-it-rain-2027-01-01',
  kind: 'enum',
  state: 'attested',
  maturityTs: 1_798_761_600,
  pair: null,
  salt: SALT,
  announcement: ENUM,
  terms: {
    kind: 'enum',
    label: 'Will it rain on 1 January 2027?',
    resolverConfig: { kind: 'webhook', url: 'https://weather.example/rain' },
    rail: 'l402',
  },
  offeredAt: CREATED * 1000,
  decision: { reason: 'resolver', evidence: { answer: 'yes' } },
  attestation: attested(ENUM_ATTESTED, 1_798_761_602_480),
}

const numericExample: ShownEvent = {
  id: 'BTCUSD-2027-01-01',
  kind: 'numeric',
  state: 'attested',
  maturityTs: 1_798_761_600,
  pair: 'BTCUSD',
  salt: SALT,
  announcement: NUMERIC,
  terms: {
    kind: 'numeric',
    label: 'BTC/USD at the start of 2027',
    scaleFactor: 1,
    resolverConfig: { kind: 'price_source', source: 'BTCUSD', scaleFactor: null, settledBy: 'BTCUSD' },
    rail: 'x402',
  },
  offeredAt: CREATED * 1000,
  decision: { reason: 'resolver', evidence: tick(67_890, 1_798_761_600_000, '84231.20') },
  attestation: attested(NUMERIC_ATTESTED, 1_798_761_601_070),
}

export const EXAMPLES = { threshold: thresholdExample, enum: enumExample, numeric: numericExample } as const

/** The same event before anything was decided. */
const waiting = (event: ShownEvent): ShownEvent => ({
  ...event,
  state: 'announced',
  decision: null,
  attestation: null,
})

export const announcementExample = (kind: keyof typeof EXAMPLES): Plain => announcementDocument(waiting(EXAMPLES[kind]))

export const attestationExample = (kind: keyof typeof EXAMPLES): Plain => attestationDocument(EXAMPLES[kind])

export const listExample = (kind: keyof typeof EXAMPLES): Plain => listEntry(waiting(EXAMPLES[kind]))
