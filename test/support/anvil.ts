import { createRequire } from 'node:module'
import { USDC } from '../../src/payments/usdc.ts'
import { compileContracts } from './token/compile.ts'

/** A real EVM chain of our own for one test file, with an EIP-3009 token where Base has USDC. */

export const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11'

export interface Anvil {
  readonly url: string
  /** Any JSON-RPC call. Throws the error of the node. */
  rpc<T>(method: string, params?: readonly unknown[]): Promise<T>
  /** Adds this many millionths of a dollar. */
  fundUsdc(address: string, amount: number): Promise<void>
  /** Sets the balance, in ether. */
  fundEth(address: string, ether: number): Promise<void>
  /** Millionths of a dollar. */
  balanceOf(address: string): Promise<number>
  mine(blocks?: number): Promise<void>
  /** Off: transactions wait in the pool until `mine`. */
  setAutomine(on: boolean): Promise<void>
  /** Unix seconds of the newest block. */
  time(): Promise<number>
  stop(): Promise<void>
}

export interface AnvilOptions {
  readonly chainId?: number
  /** Seconds between blocks; without it each transaction is mined at once. */
  readonly blockTime?: number
  /** Nothing is mined until `mine` or `setAutomine(true)`. */
  readonly noMining?: boolean
}

const binary = (): string => {
  const os = { linux: 'linux', darwin: 'darwin', win32: 'win32' }[process.platform as string]
  const cpu = process.arch === 'arm64' ? 'arm64' : 'amd64'
  const home = createRequire(import.meta.resolve('@foundry-rs/anvil/package.json'))
  return home.resolve(`@foundry-rs/anvil-${os}-${cpu}/bin/anvil`)
}

/**
 * anvil says which port it was given on its last line. It goes on writing, and a full pipe would stop it, so its output
 * is read.
 */
const portOf = async (output: ReadableStream<Uint8Array>): Promise<number> => {
  const reader = output.getReader()
  const decoder = new TextDecoder()
  let seen = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`anvil did not start: ${seen.slice(-500)}`)
    seen += decoder.decode(value, { stream: true })
    const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(seen)?.[1]
    if (!port) continue
    const drain = async (): Promise<void> => {
      while (!(await reader.read()).done);
    }
    drain().catch(() => {})
    return Number(port)
  }
}

/** The chain ends with its input: a test run that is killed, by whatever signal, leaves none behind. */
const LEASHED = '"$0" "$@" & chain=$!; exec 1>&-; cat > /dev/null; kill -9 $chain'

const word = (value: string | number): string =>
  (typeof value === 'number' ? value.toString(16) : value.replace(/^0x/, '').toLowerCase()).padStart(64, '0')

export const startAnvil = async ({ chainId = 8453, blockTime, noMining }: AnvilOptions = {}): Promise<Anvil> => {
  const contracts = await compileContracts()
  const timing = noMining ? ['--no-mining'] : blockTime ? ['--block-time', String(blockTime)] : []
  const settings = ['--port', '0', '--chain-id', String(chainId), '--accounts', '1', ...timing]
  const child = Bun.spawn(['sh', '-c', LEASHED, binary(), ...settings], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const port = await portOf(child.stdout)
  const url = `http://127.0.0.1:${port}`

  const rpc = async <T>(method: string, params: readonly unknown[] = []): Promise<T> => {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await reply.json()) as { result: T; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const token = USDC.base.asset
  await rpc('anvil_setCode', [token, contracts.token])
  await rpc('anvil_setCode', [MULTICALL, contracts.multicall])
  const balanceOf = async (address: string) =>
    Number(await rpc<string>('eth_call', [{ to: token, data: `0x70a08231${word(address)}` }, 'latest']))

  return {
    url,
    rpc,
    balanceOf,
    // balanceOf is the first storage slot of Token.sol: written directly, so that funding needs no block.
    fundUsdc: async (address, amount) => {
      const hashed = await rpc<string>('web3_sha3', [`0x${word(address)}${word(0)}`])
      const balance = (await balanceOf(address)) + amount
      await rpc('anvil_setStorageAt', [token, hashed, `0x${word(balance)}`])
    },
    fundEth: async (address, ether) => {
      await rpc('anvil_setBalance', [address, `0x${BigInt(Math.round(ether * 1e9) * 1e9).toString(16)}`])
    },
    mine: async (blocks = 1) => {
      await rpc('anvil_mine', [`0x${blocks.toString(16)}`])
    },
    setAutomine: async (on) => {
      await rpc('evm_setAutomine', [on])
    },
    time: async () => Number((await rpc<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false])).timestamp),
    stop: async () => {
      await child.stdin.end()
      await child.exited
    },
  }
}
