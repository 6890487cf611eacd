import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Demonstration } from './demonstration.ts'
import { startRedisCluster } from './redis-cluster.ts'
import { startToldProduct } from './told-product.ts'

const FUNDS = '1000000000'

/** What the demonstration starts, on a cluster of three primaries with two replicas each. */
export const startOnCluster = async (): Promise<Demonstration> => {
  const cluster = await startRedisCluster({ primaries: 3, replicas: 2 })
  const product = await startToldProduct('127.0.0.1:9', { REDIS_URL: cluster.url })
  await product.ready('/oracle/price/btc/usd/preview')
  const { baseUrl, sandboxUrl } = product
  const buyerKey = generatePrivateKey()
  const { address } = privateKeyToAccount(buyerKey)
  await fetch(`${sandboxUrl}/chain/fund`, { method: 'POST', body: JSON.stringify({ address, amount: FUNDS }) })
  return {
    baseUrl,
    sandboxUrl,
    buyerKey,
    stop: async () => {
      await product.stop()
      await cluster.stop()
    },
  }
}
