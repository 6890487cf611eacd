import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { x402Client } from '@x402/core/client'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm'
import { privateKeyToAccount } from 'viem/accounts'
import type { Json } from '../src/canonical/jcs.ts'
import { readKeyChains } from '../src/canonical/key-signature.ts'
import { withKeys } from '../src/canonical/key-validity.ts'
import { verifyAnswer } from '../src/canonical/verify.ts'
import { readAnswerBody } from '../src/canonical/read-body.ts'
import { LAYOUTS } from '../src/cli/verify.ts'
import { USDC } from '../src/payments/usdc.ts'

/**
 * An agent without a model: it asks a service what it sells, buys the cheapest answer to "is bitcoin stressed?" within a
 * budget, verifies it, and says what it paid.
 *
 *     CLAROS_WALLET_KEY=0x… bun examples/agent.ts http://localhost:8402 0.10
 */

type Fields = Readonly<Record<string, Json>>

interface Offered {
  readonly tool: string
  readonly item: string
  readonly path: string
  readonly summary: string
  /** Decimal text. */
  readonly price_usd: string
  readonly about: string
}

const [url = 'http://localhost:8402', budgetUsd = '0.10'] = process.argv.slice(2)
const key = process.env['CLAROS_WALLET_KEY']
if (!/^0x[0-9a-f]{64}$/i.test(key ?? '')) throw new Error('CLAROS_WALLET_KEY is not a key of 64 hex digits')

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Millionths of a dollar: money is compared in whole numbers. */
const micro = (dollars: string): bigint => {
  const [whole = '', part = ''] = dollars.split('.')
  if (!/^\d+$/.test(whole) || !/^\d{0,6}$/.test(part)) throw new Error(`${dollars} is not an amount of dollars`)
  return BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'))
}

const inDollars = (amount: bigint): string => `$${amount / 1_000_000n}.${String(amount % 1_000_000n).padStart(6, '0')}`

/** What a reader of the question looks for: the thing asked, and of what. */
const THING = 'stress'
const OF_WHAT = ['bitcoin', 'btc', 'crypto']

/** The item itself speaks of the thing; of what, its tool may say. */
const answers = ({ item, summary, about }: Offered): boolean => {
  const own = `${item} ${summary}`.toLowerCase()
  return own.includes(THING) && OF_WHAT.some((word) => `${own} ${about.toLowerCase()}`.includes(word))
}

const headline = ({ summary }: Offered): string => summary.split('. ', 1)[0]!

const client = new Client({ name: 'example-agent', version: '1' }, { versionNegotiation: { mode: 'auto' } })
await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)))

const call = async (name: string, args: Record<string, unknown> = {}, meta: Record<string, unknown> = {}) =>
  client.callTool({ name, arguments: args, _meta: meta })

const read = async (name: string, args: Record<string, unknown> = {}): Promise<Fields> => {
  const { structuredContent, isError } = await call(name, args)
  if (isError || !structuredContent) throw new Error(`${name} did not answer`)
  return structuredContent as Fields
}

say(`1. Is ${url} well?`)
const health = await read('claros_health')
const rails = health['rails'] as readonly { readonly rail: string; readonly open: boolean }[]
say(`   ${String(health['status'])}: ${String(health['sellable'])} of ${String(health['total'])} items can be bought.`)
if (!rails.some(({ rail, open }) => rail === 'x402' && open))
  throw new Error('it takes no USDC now, which is all I have')

say('2. What does it sell about "is bitcoin stressed?"')
const { tools } = (await read('claros_list')) as { readonly tools: readonly Fields[] }
const offered: Offered[] = []
for (const { tool, name, description, asks } of tools) {
  const about = [name, description, ...(asks as readonly string[])].join(' ')
  if (!about.toLowerCase().includes(THING)) continue
  const { items } = (await read('claros_list', { tool })) as {
    readonly items: readonly Omit<Offered, 'tool' | 'about'>[]
  }
  offered.push(...items.map((each) => ({ ...each, tool: String(tool), about })))
}
const answering = offered
  .filter(answers)
  .toSorted((one, other) => Number(micro(one.price_usd) - micro(other.price_usd)))
say(`   ${offered.length} items of tools that speak of it; these answer it:`)
for (const each of answering) say(`   $${each.price_usd}  ${each.path}: ${headline(each)}`)

const affordable = answering.filter(({ price_usd }) => micro(price_usd) <= micro(budgetUsd))
const forSale: Offered[] = []
for (const each of affordable) {
  const { isError } = await call('claros_preview', { path: each.path })
  if (!isError) forSale.push(each)
}
const [chosen] = forSale
if (!chosen) throw new Error(`nothing that answers it can be bought now for $${budgetUsd} or less`)
say(`   The cheapest that is for sale: ${chosen.path}, by the tool ${chosen.tool}.`)

say('3. Buying it.')
const asked = await call(chosen.tool, { item: chosen.item })
const demand = asked.structuredContent as PaymentRequired | undefined
// An amount says nothing without its token: a million units are a dollar of USDC and a fortune of another.
const { caip2, asset } = USDC.base
const offer = demand?.accepts.find(
  (each) => each.scheme === 'exact' && each.network === caip2 && each.asset.toLowerCase() === asset.toLowerCase(),
)
if (!demand || !offer) throw new Error('there is no offer in USDC on Base')
// What is signed is compared, not what was advertised, and the wallet sees no other offer to choose.
if (BigInt(offer.amount) > micro(budgetUsd))
  throw new Error(`it asks ${inDollars(BigInt(offer.amount))}: over my budget`)
const account = privateKeyToAccount(key as `0x${string}`)
const wallet = new x402Client().register(caip2, new ExactEvmScheme(account))
const bought = await call(
  chosen.tool,
  { item: chosen.item },
  { 'x402/payment': await wallet.createPaymentPayload({ ...demand, accepts: [offer] }) },
)
if (bought.isError) throw new Error(`it was not sold: ${JSON.stringify(bought.structuredContent ?? bought.content)}`)
const { _meta: told = {} } = bought
const { transaction = 'that it does not name' } = (told['x402/payment-response'] ?? {}) as Fields
say(`   Paid ${inDollars(BigInt(offer.amount))} from ${account.address}`)
say(`   in transaction ${String(transaction)}.`)

say('4. Is the answer whole, and signed by a key of the service?')
const answer = readAnswerBody((bought.content as readonly { readonly text: string }[])[0]!.text)
if (!answer) throw new Error('that is no answer')
const keys = await read('claros_list', { path: '/.well-known/claros-keys.json' })
const { ok, checks } = withKeys(verifyAnswer(answer, { layouts: LAYOUTS }), answer, readKeyChains(keys), LAYOUTS)
for (const check of checks) if (!check.ok) say(`   FAIL ${check.what}`)
if (!ok) throw new Error('do not trust this answer')
say(`   Yes: ${checks.length} of ${checks.length} checks passed.`)

say('5. So, is bitcoin stressed?')
const { value, regime, level } = answer as Fields
say(`   ${headline(chosen)}: ${String(value ?? level)}${regime === undefined ? '' : ` (${String(regime)})`}`)
say(`   ${String(answer['canonical'])}`)
say(
  `I read ${offered.length} prices, paid ${inDollars(BigInt(offer.amount))} of my $${budgetUsd}, and kept the receipt`,
)
say(`${String(told['claros/receipt'])}.`)
await client.close()
