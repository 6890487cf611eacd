import { readFileSync } from 'node:fs'
import type { Json } from '../canonical/jcs.ts'
import { agreedKeys } from '../canonical/key-agreement.ts'
import { ANSWER_VERIFIERS, readChains } from '../canonical/key-chain.ts'
import { ANSWERS_PURPOSE, KEYS_PATH } from '../canonical/key-document.ts'
import { readAnswerBody } from '../canonical/read-body.ts'
import { type Rail, SCHEME_OF } from '../canonical/snapshot.ts'
import { readUrl } from '../system/read-url.ts'
import { BadPurchase } from './wallets.ts'

type Documents = Readonly<Record<string, Json>>

/** What may be paid over. */
type Paid = readonly { readonly rail: Rail }[]

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new BadPurchase(
      `--keys is a file with key documents that were kept, and ${file} cannot be read. A service lists them at /.well-known/claros-keys.json.`,
    )
  }
}

/**
 * Key documents that a buyer kept in a file, as `--keys` takes them. Every answer is held against them once it is paid, so
 * documents with which none would be whole are refused here.
 *
 * @param pay what may be paid over
 * @returns `null` without a file
 * @throws BadPurchase
 */
export const keptDocuments = (file: string | undefined, pay: Paid): Documents | null => {
  if (file === undefined) return null
  const body = readAnswerBody(readText(file))
  if (!body)
    throw new BadPurchase(`${file} holds no key documents: it is no JSON object, or a name stands twice in it.`)
  const { checks, chains } = readChains(body, ANSWER_VERIFIERS)
  const wrong = checks.find(({ ok }) => !ok)
  if (wrong) throw new BadPurchase(`the key documents in ${file} do not hold: it is not so that ${wrong.what}.`)
  const isNamed = ({ rail }: { readonly rail: Rail }): boolean =>
    chains.some(({ purpose }) => purpose === ANSWERS_PURPOSE[SCHEME_OF[rail]])
  const unnamed = pay.find((each) => !isNamed(each))
  if (unnamed) throw new BadPurchase(`${file} names no key that signs what is sold over ${unnamed.rail}.`)
  return body
}

/** Those by which answers are judged that are paid so: they do not depend on other keys. */
const ofAnswers = ({ chains }: Documents, pay: Paid): Documents => {
  const purposes = pay.map(({ rail }): string => ANSWERS_PURPOSE[SCHEME_OF[rail]])
  const kept = Object.entries((chains ?? {}) as Documents).filter(([purpose]) => purposes.includes(purpose))
  return { chains: Object.fromEntries(kept) }
}

/**
 * Why nothing is to be bought from a service that tells of another chain of keys than the one that was kept: no answer of it
 * would be whole. What cannot be read now is held against them when an answer is there.
 *
 * @param origin `https://host`
 * @param pay what is paid with; nothing: nothing is bought
 * @returns `null` where nothing speaks against it
 */
export const otherKeys = async (origin: string, kept: Documents | null, pay: Paid): Promise<string | null> => {
  if (!kept || pay.length === 0) return null
  const told = readAnswerBody((await readUrl(origin + KEYS_PATH)) ?? '')
  const found = told && agreedKeys([ofAnswers(kept, pay), ofAnswers(told, pay)]).checks.find(({ ok }) => !ok)
  return found
    ? `the keys of ${origin} are not those that were kept: it is not so that ${found.what}. Nothing was paid; ask its operator by another way which are right.`
    : null
}
