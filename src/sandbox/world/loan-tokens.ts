/** Tokens as their issuers list them: chain, symbol, decimals, dollars at which sizes are counted, address. */
const TABLE = `
ethereum USDC 6 1 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
ethereum USDT 6 1 0xdAC17F958D2ee523a2206206994597C13D831ec7
ethereum WETH 18 3400 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2
ethereum DAI 18 1 0x6B175474E89094C44Da98b954EedeAC495271d0F
ethereum WBTC 8 97000 0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599
ethereum USDS 18 1 0xdC035D45d973E3EC169d2276DDab16f1e407384F
base USDC 6 1 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913
base WETH 18 3400 0x4200000000000000000000000000000000000006
base DAI 18 1 0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb
arbitrum USDC 6 1 0xaf88d065e77c8cC2239327C5EDb3A432268e5831
arbitrum USDT 6 1 0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9
arbitrum WETH 18 3400 0x82aF49447D8a07e3bd95BD0d56f35241523fBab1
arbitrum DAI 18 1 0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1
arbitrum WBTC 8 97000 0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f
polygon USDC 6 1 0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359
polygon USDC.e 6 1 0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174
polygon USDT 6 1 0xc2132D05D31c914a87C6611C10748AEb04B58e8F
polygon WETH 18 3400 0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619
polygon DAI 18 1 0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063
polygon WBTC 8 97000 0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6
optimism USDC 6 1 0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85
optimism USDT 6 1 0x94b008aA00579c1307B0EF2c499aD98a8ce58e58
optimism WETH 18 3400 0x4200000000000000000000000000000000000006
optimism DAI 18 1 0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1
optimism WBTC 8 97000 0x68f180fcCe6836688e9084f035309E29Bf0A2095
`

/** One token on one chain. */
export interface LoanToken {
  readonly chain: string
  readonly symbol: string
  /** What its contract calls itself. */
  readonly called: string
  readonly decimals: number
  readonly usd: number
  /** In small letters. */
  readonly address: string
}

/** Tether's contracts were renamed there. */
const RENAMED: Readonly<Record<string, string>> = { 'arbitrum USDT': 'USD₮0', 'polygon USDT': 'USDT0' }

export const LOAN_TOKENS: readonly LoanToken[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [chain = '', symbol = '', decimals, usd, address = ''] = line.split(' ')
    return {
      chain,
      symbol,
      called: RENAMED[`${chain} ${symbol}`] ?? symbol,
      decimals: Number(decimals),
      usd: Number(usd),
      address: address.toLowerCase(),
    }
  })

/** The token of a loan. */
export const tokenOf = ({ chain, symbol }: { readonly chain: string; readonly symbol: string }): LoanToken => {
  const found = LOAN_TOKENS.find((token) => token.chain === chain && token.symbol === symbol)
  if (!found) throw new Error(`the world has no ${symbol} on ${chain}`)
  return found
}

/** Dollars in the smallest units of a token. */
export const unitsOf = ({ decimals, usd }: LoanToken, dollars: number): bigint =>
  (BigInt(Math.round((dollars / usd) * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n
