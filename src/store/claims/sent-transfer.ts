import { Type } from '@sinclair/typebox'
import type { Transfer } from '../../payments/transfer.ts'
import { stored } from '../redis/stored.ts'

const TRANSFER = stored(
  'claim',
  Type.Object({
    authorization: Type.Object({
      from: Type.String(),
      to: Type.String(),
      value: Type.String(),
      validAfter: Type.String(),
      validBefore: Type.String(),
      nonce: Type.String(),
    }),
    signature: Type.String(),
  }),
)

/** What is to be settled for a claim that was sent. Throws `Unreadable`. */
export const readTransfer = (text: string): Transfer => TRANSFER.parse(text)
