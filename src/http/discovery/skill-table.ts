/** One skill of the agent card: a family of data, with the routes that belong to it. */
export interface SkillRow {
  readonly id: string
  readonly name: string
  readonly description: string
  /** What one may ask, in words. */
  readonly examples: readonly [string, ...string[]]
  /** The paths of its routes; a path belongs to the first row that takes it. */
  readonly paths: RegExp
}

const FIAT = '(?:eur|gbp|jpy|chf|cad|cny|usd)'

export const SKILL_TABLE: readonly SkillRow[] = [
  {
    id: 'vwap',
    name: 'Five-minute VWAP prices',
    description: 'Volume-weighted prices of the last five minutes over several exchanges',
    examples: ['What was the average price of bitcoin over the last five minutes?'],
    paths: /^\/oracle\/price\/\w+\/\w+\/vwap\b/,
  },
  {
    id: 'stablecoin-pegs',
    name: 'Stablecoin pegs',
    description: 'What USDT and USDC are worth in dollars, euros and yen',
    examples: ['Does USDT hold its peg?', 'What is USDC worth in dollars?'],
    paths: /^\/oracle\/price\/usd[tc]\//,
  },
  {
    id: 'precious-metals',
    name: 'Precious metals',
    description: 'The price of a troy ounce of gold',
    examples: ['What does an ounce of gold cost in euros?'],
    paths: /^\/oracle\/price\/xau\//,
  },
  {
    id: 'fx',
    name: 'Exchange rates',
    description: 'Rates between dollar, euro, pound, yen, franc, Canadian dollar and yuan',
    examples: ['How many yen is a dollar?', 'What is EUR/GBP now?'],
    paths: new RegExp(`^/oracle/price/${FIAT}/${FIAT}\\b`),
  },
  {
    id: 'spot-prices',
    name: 'Crypto spot prices',
    description: 'Spot prices of crypto assets, agreed by a majority of exchanges',
    examples: ['What is BTC/USD now, signed?', 'What is ether worth in euros?'],
    paths: /^\/oracle\/price\//,
  },
  {
    id: 'economic-calendar',
    name: 'Economic calendar',
    description: 'Coming releases and rate decisions of five economies, surprises, and the next expiries of options',
    examples: ['When is the next Fed decision?', 'Which releases are due today?'],
    paths: /^\/oracle\/econ\/(?:calendar|surprises|expiry)\b/,
  },
  {
    id: 'commodities',
    name: 'Commodities',
    description: 'Oil, natural gas, copper and the dollar index',
    examples: ['What does a barrel of Brent cost?'],
    paths: /^\/oracle\/econ\/commodities\//,
  },
  {
    id: 'economic-indicators',
    name: 'Economic indicators',
    description: 'Official indicators of the United States and the euro area: prices, employment, output and rates',
    examples: ['What is the latest US CPI?', 'What is unemployment in the euro area?'],
    paths: /^\/oracle\/econ\//,
  },
  {
    id: 'equity-indices',
    name: 'Equity stress and NQ volatility',
    description: 'Indices of the stress of equity markets and of the volatility of the Nasdaq 100',
    examples: ['How stressed are equity markets?'],
    paths: /^\/oracle\/(?:stress\/equity|volatility\/nq)\b/,
  },
  {
    id: 'market-indices',
    name: 'Volatility, sentiment, stress and contagion',
    description: 'Four indices of crypto markets with their components and published methods',
    examples: ['How stressed is the crypto market?', 'Is sentiment on bitcoin bullish?'],
    paths: /^\/oracle\/(?:volatility|sentiment|stress|contagion)\//,
  },
  {
    id: 'marine',
    name: 'Sea state, ships and voyages',
    description: 'Waves at a place, at a ship, along a route and on a voyage of the next week',
    examples: ['How high are the waves at 51.5 N 2.5 E?', 'What sea will a ship meet on this route?'],
    paths: /^\/oracle\/marine\//,
  },
  {
    id: 'weather',
    name: 'Parametric weather',
    description: 'Rain, temperature, wind and drought at a place over a window of days, with triggers',
    examples: ['How much rain fell at 9 N 38.75 E in 30 days?', 'Was there a drought?'],
    paths: /^\/oracle\/weather\//,
  },
  {
    id: 'gas',
    name: 'Gas across chains',
    description: 'What a transfer costs on six chains, in dollars',
    examples: ['Which chain is the cheapest to send on?'],
    paths: /^\/oracle\/gas\//,
  },
  {
    id: 'liquidation-flow',
    name: 'Liquidation flow',
    description: 'Positions closed by force over one, four or 24 hours, long against short',
    examples: ['Were longs or shorts liquidated in the last hour?'],
    paths: /^\/oracle\/liq-flow\//,
  },
  {
    id: 'derivatives',
    name: 'Derivatives',
    description: 'Funding, open interest, basis, liquidations, order books, and options with their volatility surfaces',
    examples: ['What is the funding rate of bitcoin?', 'What volatility do ether options imply?'],
    paths:
      /^\/oracle\/(?:funding|oi|basis|liquidations|orderbook|iv|greeks|term-structure|instruments|svi|iv-surface)\//,
  },
  {
    id: 'defi',
    name: 'DeFi yields and metrics',
    description: 'Rates of lending over protocols and chains, and the size of the protocols',
    examples: ['Where does USDC earn most?', 'How much is lent at Aave?'],
    paths: /^\/oracle\/defi\//,
  },
  {
    id: 'compute',
    name: 'GPU compute prices',
    description: 'Prices of GPUs by the hour over several providers',
    examples: ['Where is an H100 cheapest?'],
    paths: /^\/oracle\/compute\//,
  },
  {
    id: 'inference',
    name: 'LLM inference prices',
    description: 'Prices of tokens of language models over six providers, by model, tier and task',
    examples: ['Which model is the cheapest for code?'],
    paths: /^\/oracle\/inference\//,
  },
  {
    id: 'cot',
    name: 'Commitments of traders',
    description: 'Weekly positions of groups of traders in bitcoin futures',
    examples: ['Are leveraged funds net short bitcoin futures?'],
    paths: /^\/oracle\/cot\//,
  },
  {
    id: 'history',
    name: 'Signed history',
    description: 'Candles, funding rates and past index values, each index row with its first signature',
    examples: ['What did bitcoin cost each hour of yesterday?'],
    paths: /^\/oracle\/history\//,
  },
  {
    id: 'synopsis',
    name: 'Market synopsis',
    description: 'Fifteen signals of the market in one signed answer',
    examples: ['What is the state of the market, in one answer?'],
    paths: /^\/oracle\/synopsis\//,
  },
  {
    id: 'perp-regimes',
    name: 'Perpetual futures regimes',
    description: 'In which regime the perpetual futures of a coin are, with the signals that say so',
    examples: ['Is bitcoin set up for a squeeze?'],
    paths: /^\/oracle\/perp\//,
  },
  {
    id: 'market-regimes',
    name: 'Equity and liquidity regimes',
    description: 'Whether traditional markets take risk, and how deep liquidity is',
    examples: ['Is liquidity thin now?'],
    paths: /^\/oracle\/regime\//,
  },
  {
    id: 'intelligence',
    name: 'Intelligence',
    description: 'What the answers of several domains say together: risk, setups, changes, consensus and persistence',
    examples: ['How large is macro risk now?', 'Do the regimes agree?'],
    paths: /^\/oracle\/intel\//,
  },
  {
    id: 'dlc',
    name: 'Discreet log contracts',
    description: 'An oracle that announces threshold, enum and numeric events and attests them at maturity',
    examples: ['Announce whether bitcoin reaches 120,000 dollars.', 'Attest the price of gold at the end of the year.'],
    paths: /^\/dlc\/oracle\//,
  },
  {
    id: 'marine-insurance',
    name: 'Parametric marine insurance',
    description: 'Quotes of cover for a voyage, with trigger probabilities by segment and season',
    examples: ['What does cover for a voyage from Rotterdam to New York cost?'],
    paths: /^\/insurance\//,
  },
]
