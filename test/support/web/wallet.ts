import type { Page } from 'playwright-core'
import type { PrivateKeyAccount } from 'viem/accounts'

/** A browser wallet over EIP-1193 that signs with a key of viem, which shares nothing with the page. */

export interface WalletSetting {
  readonly account: PrivateKeyAccount
  /** The chain that it is on at first, hex. */
  readonly chain?: string
  /** Chains that it knows beside that one, hex; all when left out. */
  readonly knows?: readonly string[]
  /** It says yes to another chain, and stays where it is. */
  readonly isStubborn?: boolean
  /** Methods that its user declines. */
  readonly declines?: readonly string[]
  /** What it signs in place of the account. */
  readonly signature?: string
  /** Names by which it announces itself (EIP-6963); none: it stands in `window.ethereum`. */
  readonly names?: readonly string[]
}

/** What was asked of it, in order. */
export type Asked = string[]

interface TypedData {
  readonly domain: Record<string, unknown>
  readonly types: Record<string, { name: string; type: string }[]>
  readonly primaryType: string
  readonly message: Record<string, unknown>
}

const PROVIDER = `{
  request: async ({ method, params = [] }) => {
    const told = await walletAnswers(method, params)
    if (told.code) throw Object.assign(new Error(told.message), { code: told.code })
    return told.value
  },
}`

const scriptFor = (names: readonly string[]): string =>
  names.length === 0
    ? `window.ethereum = ${PROVIDER}`
    : `window.addEventListener('eip6963:requestProvider', () => {
        for (const name of ${JSON.stringify(names)})
          window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({
            info: { uuid: name, name, icon: 'https://elsewhere.example/icon.png', rdns: name },
            provider: ${PROVIDER},
          }) }))
      })`

const chainIn = (params: readonly unknown[]): string => (params[0] as { readonly chainId: string }).chainId

/** Puts the wallet into the page, before it is loaded. */
export const giveWallet = async (page: Page, setting: WalletSetting): Promise<Asked> => {
  const { account, declines = [], names = [] } = setting
  const asked: Asked = []
  let chain = setting.chain ?? '0x2105'
  const known = setting.knows && new Set(setting.knows)
  const answer = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    switch (method) {
      case 'eth_requestAccounts':
        return [account.address]
      case 'eth_chainId':
        return chain
      case 'wallet_switchEthereumChain':
        if (known && !known.has(chainIn(params))) throw Object.assign(new Error('Unrecognized chain'), { code: 4902 })
        if (setting.isStubborn !== true) chain = chainIn(params)
        return null
      case 'wallet_addEthereumChain':
        known?.add(chainIn(params))
        return null
      case 'eth_signTypedData_v4': {
        if (setting.signature !== undefined) return setting.signature
        const { EIP712Domain: _, ...types } = (JSON.parse(String(params[1])) as TypedData).types
        const { domain, primaryType, message } = JSON.parse(String(params[1])) as TypedData
        return account.signTypedData({ domain, types, primaryType, message })
      }
      case 'personal_sign':
        return account.signMessage({ message: { raw: params[0] as `0x${string}` } })
      default:
        throw new Error(`this wallet has no ${method}`)
    }
  }
  await page.exposeFunction('walletAnswers', async (method: string, params: readonly unknown[]) => {
    asked.push(method)
    if (declines.includes(method)) return { code: 4001, message: 'User rejected the request.' }
    return answer(method, params).then(
      (value) => ({ value }),
      (problem: Error & { readonly code?: number }) => ({ code: problem.code ?? 4200, message: problem.message }),
    )
  })
  await page.addInitScript(scriptFor(names))
  return asked
}
