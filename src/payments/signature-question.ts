/** Whether a signature belongs to an account. For accounts with code, only the chain can answer this. */

/** All values but the number are 0x-hex. */
export interface SignatureQuestion {
  readonly chainId: number
  readonly account: string
  /** 32 bytes. */
  readonly digest: string
  readonly signature: string
}

/** `unknown`: no node answered. */
export type SignatureVerdict = 'valid' | 'invalid' | 'unknown'

export type SignatureCheck = (question: SignatureQuestion) => Promise<SignatureVerdict>
