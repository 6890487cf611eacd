/** Whether an account stands behind a signature: a question that for accounts with code only the chain can answer. */

/** All but the number in 0x-hex. */
export interface SignatureQuestion {
  readonly chainId: number
  readonly account: string
  /** 32 bytes. */
  readonly digest: string
  readonly signature: string
}

/** `unknown`: nobody could be asked. */
export type SignatureVerdict = 'valid' | 'invalid' | 'unknown'

export type SignatureCheck = (question: SignatureQuestion) => Promise<SignatureVerdict>
