import type { PrivateKeyAccount } from 'viem/accounts'

/** What a payer signs to show that a payment is his: by viem, and by the words of the documents. */

export interface ProofRequest {
  readonly nonce: string
  /** What `Claros-Request` says. */
  readonly request: string
  /** Unix seconds. */
  readonly at: number
}

type Signer = Pick<PrivateKeyAccount, 'signMessage'>

export const proofSignature = (signer: Signer, { nonce, request, at }: ProofRequest): Promise<`0x${string}`> =>
  signer.signMessage({ message: `claros-proof-v1|${nonce}|${request}|${at}` })

export const proofBy = async (signer: Signer, wish: ProofRequest): Promise<{ readonly 'payment-proof': string }> => ({
  'payment-proof': `${wish.at}.${await proofSignature(signer, wish)}`,
})

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The other signature of the same key over the same text: s in the upper half of the order, v flipped. */
export const withHighS = (signature: string): `0x${string}` => {
  const s = ORDER - BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.endsWith('1b') ? '1c' : '1b'
  return `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${v}`
}

/** v as 0 or 1, as some libraries write it. */
export const withSmallV = (signature: string): `0x${string}` =>
  `0x${signature.slice(2, 130)}${signature.endsWith('1b') ? '00' : '01'}`
