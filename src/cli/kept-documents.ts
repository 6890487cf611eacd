import { readFileSync } from 'node:fs'
import type { Json } from '../canonical/jcs.ts'
import { ANSWERS_PURPOSE } from '../canonical/key-document.ts'
import { readKeyChains } from '../canonical/key-signature.ts'
import { readAnswerBody } from '../canonical/read-body.ts'
import { type Rail, SCHEME_OF } from '../canonical/snapshot.ts'
import { BadPurchase } from './wallets.ts'

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
export const keptDocuments = (
  file: string | undefined,
  pay: readonly { readonly rail: Rail }[],
): Readonly<Record<string, Json>> | null => {
  if (file === undefined) return null
  const body = readAnswerBody(readText(file))
  if (!body)
    throw new BadPurchase(`${file} holds no key documents: it is no JSON object, or a name stands twice in it.`)
  const { checks, chains } = readKeyChains(body)
  const wrong = checks.find(({ ok }) => !ok)
  if (wrong) throw new BadPurchase(`the key documents in ${file} do not hold: it is not so that ${wrong.what}.`)
  const isNamed = ({ rail }: { readonly rail: Rail }): boolean =>
    chains.some(({ purpose }) => purpose === ANSWERS_PURPOSE[SCHEME_OF[rail]])
  const unnamed = pay.find((each) => !isNamed(each))
  if (unnamed) throw new BadPurchase(`${file} names no key that signs what is sold over ${unnamed.rail}.`)
  return body
}
