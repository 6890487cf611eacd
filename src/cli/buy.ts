import { appendFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Bought } from '../../client/src/bought.ts'
import { type Claros, createClaros } from '../../client/src/claros.ts'
import { NotWhole, Refused, TooDear, Unsettled } from '../../client/src/errors.ts'
import { isReceipt, type Receipt } from '../../client/src/receipt.ts'
import { type BuyWish, readBuyArguments } from './buy-arguments.ts'
import type { Environment } from './data-folder.ts'
import { otherKeys } from './kept-documents.ts'
import { paidText, replacedText } from './paid-text.ts'
import { BadPurchase } from './wallets.ts'

/** `claros buy`: buys one answer, verifies it, and prints it. */

const HELP = `claros buy: buys one signed answer and verifies it before it prints it

  claros buy PATH|URL      for instance /oracle/price/btc/usd?max_age=60
         --max-usd 0.05    the most to pay in USDC, in dollars
         --max-sats 50     the most to pay over Lightning; one limit at least is required
         --rail l402|x402  this one alone; else Lightning first, where both have a limit
         --key HEX         also require this public key, or one that followed it by the key documents of the service
         --keys FILE       key documents that you kept (the service's /.well-known/claros-keys.json): the key must be one
                           of them, or of what the service adds to them
         --out FILE        write the body there
         --json            what is said on standard error is JSON
  claros buy --resume FILE|-   go on with a payment whose outcome was unknown, by its receipt

The body is written to standard output, everything else to standard error. Settings of the environment:
  CLAROS_URL            the service, if PATH is no whole address (http://localhost:8402)
  CLAROS_WALLET_FILE    file with the key of the account that pays USDC, 64 hex digits; or CLAROS_WALLET_KEY itself
  CLAROS_NETWORK        base, or base-sepolia
  CLAROS_NWC_FILE       file with a nostr+walletconnect address of a Lightning wallet; or CLAROS_NWC itself
Exit status: 0 bought and whole, 1 not whole, 2 usage, 3 refused or too dear, 4 not known; the receipt is printed,
and whoever has it has what was bought.
`

const LOCAL = 'http://localhost:8402'

type Status = 0 | 1 | 2 | 3 | 4

/** What the command writes, and its exit status. */
export interface BuyResult {
  readonly status: Status
  readonly out: string
  readonly errors: string
}

type Facts = Readonly<Record<string, unknown>>

/** @param words for people */
const said = (
  status: Status,
  { isJson }: Pick<BuyWish, 'isJson'>,
  facts: Facts,
  words: readonly string[],
): BuyResult => ({
  status,
  out: '',
  errors: isJson ? `${JSON.stringify(facts)}\n` : `${words.map(harmless).join('\n')}\n`,
})

/**
 * Words of a stranger without the signs by which a terminal is told what to do, or shows text in another order. They are
 * written as JSON writes them: a body stays what it is.
 */
const harmless = (text: string): string =>
  text.replace(/(?![\t\n])[\p{Cc}\p{Cf}]/gu, (sign) =>
    sign.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )

const delivered = (wish: BuyWish, bought: Bought): BuyResult => {
  const { verification, paid, receipt } = bought
  const checks = verification.checks.length
  const words = [
    paidText(bought),
    `whole and signed: ${checks} checks`,
    ...replacedText(verification),
    ...(receipt?.id ? [`receipt ${receipt.id}`] : []),
  ]
  const result = said(0, wish, { outcome: 'bought', paid, receipt: receipt?.id ?? null, verification }, words)
  const out = `${bought.body}\n`
  if (wish.out === null) return { ...result, out }
  try {
    writeFileSync(wish.out, out)
    return result
  } catch {
    // What is paid for is not lost with a full disk.
    const complaint = `claros: ${wish.out} cannot be written any more; the answer is on standard output.\n`
    return { status: 2, out, errors: `${complaint}${result.errors}` }
  }
}

const failed = (wish: BuyWish, problem: unknown): BuyResult => {
  if (problem instanceof NotWhole) {
    const { body, verification, receipt } = problem
    if (verification.unread) {
      const words = [
        `claros: ${problem.message}. Nothing else speaks against it. Go on with`,
        `"claros buy --resume" and ${receipt ? 'this receipt' : 'the same receipt'} within two minutes, or keep the body and verify it later, with --keys; do not pay again.`,
        ...receiptLine(receipt),
        `body: ${body}`,
      ]
      return said(4, wish, { outcome: 'not_known', verification, receipt, body }, words)
    }
    const checks = verification.checks.map(({ ok, what }) => `${ok ? 'ok  ' : 'FAIL'} ${what}`)
    const words = ['Do not trust this answer.', ...checks, ...receiptLine(receipt), `body: ${body}`]
    return said(1, wish, { outcome: 'not_whole', verification, receipt, body }, words)
  }
  if (problem instanceof Unsettled) {
    const { receipt, message } = problem
    const words = [`claros: ${message}. Go on with "claros buy --resume" and this receipt; do not pay again.`]
    return said(4, wish, { outcome: 'unsettled', message, receipt }, [...words, ...receiptLine(receipt)])
  }
  if (problem instanceof TooDear) {
    const { asked, limit, message } = problem
    return said(3, wish, { outcome: 'too_dear', asked, limit, message }, [`claros: ${message}. Nothing was paid.`])
  }
  if (problem instanceof Refused) {
    const { code, message, receipt, problem: document } = problem
    // What was spent before and is not handed out any more may have been this buyer's money.
    const status = code === 'payment_already_used' ? 4 : 3
    const facts = { outcome: 'refused', code, message, receipt, problem: document }
    return said(status, wish, facts, [`claros: ${code}: ${message}`, ...receiptLine(receipt)])
  }
  if (problem instanceof TypeError) throw new BadPurchase(`${problem.message}.`)
  throw problem
}

const receiptLine = (receipt: Receipt | null): readonly string[] =>
  receipt === null ? [] : [`receipt: ${JSON.stringify(receipt)}`]

/** The address of the service, and what to ask there. */
const placeOf = (path: string, env: Environment): readonly [origin: string, path: string] => {
  const base = env['CLAROS_URL'] ?? LOCAL
  // `//host/path` and `/\\host/path` would be another host, and a word without a slash a path of whatever host is set.
  if (!/^https?:\/\/|^\/(?![/\\])/i.test(path))
    throw new BadPurchase(
      `${path} is no path, such as /oracle/price/btc/usd, and no address, such as https://host/path.`,
    )
  if (!/^https?:\/\//i.test(base) || !URL.canParse(path, base) || !URL.canParse(base))
    throw new BadPurchase(`${path} at ${base} is no address.`)
  const { origin, pathname, search, username, password } = new URL(path, base)
  if (username + password !== '') throw new BadPurchase('an address with a password in it is not asked.')
  return [origin, `${pathname}${search}`]
}

/** A receipt as it was printed, or the id of one. */
const receiptIn = async (from: string): Promise<Receipt | string> => {
  const text = await (from === '-' ? Bun.stdin.text() : readFile(from, 'utf8')).catch(() => {
    throw new BadPurchase(`${from} cannot be read.`)
  })
  const written = text.trim().replace(/^receipt:\s*/, '')
  if (/^[\w-]+$/.test(written)) return written
  try {
    const value: unknown = JSON.parse(written)
    if (isReceipt(value)) return value
  } catch {
    // Said below.
  }
  throw new BadPurchase(`${from} holds no receipt.`)
}

const buyOrResume = async ({ path, resume, keys, documents, pay }: BuyWish, env: Environment): Promise<Bought> => {
  const open = (origin: string): Claros => createClaros(origin, { pay, keys, ...(documents && { documents }) })
  if (path !== null) {
    const [origin, asked] = placeOf(path, env)
    const strange = await otherKeys(origin, documents, pay)
    if (strange !== null) throw new Refused('no_key', strange)
    return open(origin).buyAt(asked)
  }
  const receipt = await receiptIn(resume ?? '-')
  return open(typeof receipt === 'string' ? placeOf('/', env)[0] : new URL(receipt.url).origin).resume(receipt)
}

/** What cannot be written is found out before anything is paid. */
const checkWritable = (out: string | null): void => {
  if (out === null) return
  try {
    appendFileSync(out, '')
  } catch {
    throw new BadPurchase(`${out} cannot be written.`)
  }
}

export const buyAnswer = async (args: readonly string[], env: Environment): Promise<BuyResult> => {
  try {
    const wish = readBuyArguments(args, env)
    if (wish === 'help') return { status: 0, out: HELP, errors: '' }
    checkWritable(wish.out)
    return await buyOrResume(wish, env).then(
      (bought) => delivered(wish, bought),
      (problem: unknown) => failed(wish, problem),
    )
  } catch (problem) {
    if (!(problem instanceof BadPurchase)) throw problem
    return { status: 2, out: '', errors: `claros: ${problem.message}\nSee "claros buy --help".\n` }
  }
}

/** @returns the exit status */
export const buyCommand = async (args: readonly string[], env: Environment): Promise<Status> => {
  const { status, out, errors } = await buyAnswer(args, env)
  // A pipe takes a long text in pieces. Without waiting, the process would end before the last piece is written.
  await Bun.write(Bun.stdout, out)
  await Bun.write(Bun.stderr, errors)
  return status
}
