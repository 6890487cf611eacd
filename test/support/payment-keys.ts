import { paymentKeys as keysIn, type PaymentKeys } from '../../src/store/claims/payment-keys.ts'
import { ONE_SHARD } from '../../src/store/claims/shards.ts'

/** The keys of a payment in a single Redis. */
export const paymentKeys = (payment: string): PaymentKeys => keysIn(ONE_SHARD, payment)
