/** Generated from /openapi.json: UPDATE_GOLDEN=1 node launch.mjs test test/client/schema.test.ts */

export interface paths {
 "/dlc/oracle/enum": {
  post: {
   parameters: {
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   requestBody: {
    content: {
     "application/json": {
      label: string;
      maturityTs: number;
      metadata?: {
       resolverConfig?: {
        boundaries: number[];
        kind: "price_buckets";
        source: string;
       } | {
        kind: "webhook";
        url: string;
       };
      };
      outcomes: string[];
     };
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EnumCreated"];
     };
    };
   };
  };
 };
 "/dlc/oracle/enum/preview": {
  post: {
   requestBody: {
    content: {
     "application/json": {
      label: string;
      maturityTs: number;
      metadata?: {
       resolverConfig?: {
        boundaries: number[];
        kind: "price_buckets";
        source: string;
       } | {
        kind: "webhook";
        url: string;
       };
      };
      outcomes: string[];
     };
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EnumPreview"];
     };
    };
   };
  };
 };
 "/dlc/oracle/numeric": {
  post: {
   parameters: {
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   requestBody: {
    content: {
     "application/json": {
      base?: number;
      isSigned?: boolean;
      label: string;
      maturityTs: number;
      metadata?: {
       resolverConfig?: {
        kind: "price_source";
        scaleFactor?: number;
        source: string;
       } | {
        kind: "webhook";
        url: string;
       };
      };
      nbDigits?: number;
      scaleFactor?: number;
      unit?: string;
     };
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["NumericCreated"];
     };
    };
   };
  };
 };
 "/dlc/oracle/numeric/preview": {
  post: {
   requestBody: {
    content: {
     "application/json": {
      base?: number;
      isSigned?: boolean;
      label: string;
      maturityTs: number;
      metadata?: {
       resolverConfig?: {
        kind: "price_source";
        scaleFactor?: number;
        source: string;
       } | {
        kind: "webhook";
        url: string;
       };
      };
      nbDigits?: number;
      scaleFactor?: number;
      unit?: string;
     };
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["NumericPreview"];
     };
    };
   };
  };
 };
 "/dlc/oracle/threshold": {
  post: {
   parameters: {
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   requestBody: {
    content: {
     "application/json": {
      cancellable?: boolean;
      cancelUntil?: number;
      direction: "above" | "below";
      expiry?: number;
      pair: "BTCUSD" | "BTCEUR" | "BTCJPY" | "ETHUSD" | "ETHEUR" | "ETHJPY" | "SOLUSD" | "SOLEUR" | "SOLJPY" | "XAUUSD" | "XAUEUR" | "XAUJPY" | "XRPUSD" | "ADAUSD" | "DOGEUSD";
      strike: number;
      webhookUrl?: string;
     };
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["ThresholdCreated"];
     };
    };
   };
  };
 };
 "/dlc/oracle/threshold/{eventid}": {
  delete: {
   parameters: {
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
     "X-Manage-Token"?: string;
    };
    path: {
     eventid: components["schemas"]["EventId"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["ThresholdCancelled"];
     };
    };
   };
  };
 };
 "/dlc/oracle/threshold/preview": {
  post: {
   requestBody: {
    content: {
     "application/json": {
      cancellable?: boolean;
      cancelUntil?: number;
      direction: "above" | "below";
      expiry?: number;
      pair: "BTCUSD" | "BTCEUR" | "BTCJPY" | "ETHUSD" | "ETHEUR" | "ETHJPY" | "SOLUSD" | "SOLEUR" | "SOLJPY" | "XAUUSD" | "XAUEUR" | "XAUJPY" | "XRPUSD" | "ADAUSD" | "DOGEUSD";
      strike: number;
      webhookUrl?: string;
     };
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["ThresholdPreview"];
     };
    };
   };
  };
 };
 "/oracle/basis/btc/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Basis"];
     };
    };
   };
  };
 };
 "/oracle/basis/btc/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["BasisPreview"];
     };
    };
   };
  };
 };
 "/oracle/basis/eth/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Basis"];
     };
    };
   };
  };
 };
 "/oracle/basis/eth/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["BasisPreview"];
     };
    };
   };
  };
 };
 "/oracle/basis/sol/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Basis"];
     };
    };
   };
  };
 };
 "/oracle/basis/sol/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["BasisPreview"];
     };
    };
   };
  };
 };
 "/oracle/compute/all": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["ComputeAll"];
     };
    };
   };
  };
 };
 "/oracle/compute/all/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["ComputeAllPreview"];
     };
    };
   };
  };
 };
 "/oracle/compute/best/a100_sxm": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["ComputeBest"];
     };
    };
   };
  };
 };
 "/oracle/compute/best/a100_sxm/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["ComputeBestPreview"];
     };
    };
   };
  };
 };
 "/oracle/compute/best/h100_sxm": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["ComputeBest"];
     };
    };
   };
  };
 };
 "/oracle/compute/best/h100_sxm/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["ComputeBestPreview"];
     };
    };
   };
  };
 };
 "/oracle/compute/best/h200": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["ComputeBest"];
     };
    };
   };
  };
 };
 "/oracle/compute/best/h200/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["ComputeBestPreview"];
     };
    };
   };
  };
 };
 "/oracle/compute/best/l40s": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["ComputeBest"];
     };
    };
   };
  };
 };
 "/oracle/compute/best/l40s/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["ComputeBestPreview"];
     };
    };
   };
  };
 };
 "/oracle/compute/best/rtx_4090": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["ComputeBest"];
     };
    };
   };
  };
 };
 "/oracle/compute/best/rtx_4090/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["ComputeBestPreview"];
     };
    };
   };
  };
 };
 "/oracle/compute/compare": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["ComputeCompare"];
     };
    };
   };
  };
 };
 "/oracle/compute/compare/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["ComputeComparePreview"];
     };
    };
   };
  };
 };
 "/oracle/contagion/market": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IndexContagion"];
     };
    };
   };
  };
 };
 "/oracle/contagion/market/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IndexContagionPreview"];
     };
    };
   };
  };
 };
 "/oracle/cot/btc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Cot"];
     };
    };
   };
  };
 };
 "/oracle/defi/metrics": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiMetrics"];
     };
    };
   };
  };
 };
 "/oracle/defi/metrics/aave": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiProtocol"];
     };
    };
   };
  };
 };
 "/oracle/defi/metrics/compound": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiProtocol"];
     };
    };
   };
  };
 };
 "/oracle/defi/metrics/moonwell": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiProtocol"];
     };
    };
   };
  };
 };
 "/oracle/defi/metrics/morpho": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiProtocol"];
     };
    };
   };
  };
 };
 "/oracle/defi/metrics/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiMetricsPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/metrics/spark": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiProtocol"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/arbitrum/dai": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/arbitrum/dai/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/arbitrum/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/arbitrum/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/arbitrum/usdt": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/arbitrum/usdt/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/arbitrum/wbtc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/arbitrum/wbtc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/arbitrum/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/arbitrum/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/base/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/base/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/base/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/base/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/ethereum/dai": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/ethereum/dai/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/ethereum/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/ethereum/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/ethereum/usdt": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/ethereum/usdt/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/ethereum/wbtc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/ethereum/wbtc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/ethereum/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/ethereum/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/optimism/dai": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/optimism/dai/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/optimism/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/optimism/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/optimism/usdt": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/optimism/usdt/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/optimism/wbtc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/optimism/wbtc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/optimism/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/optimism/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/polygon/dai": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/polygon/dai/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/polygon/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/polygon/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/polygon/usdt": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/polygon/usdt/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/polygon/wbtc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/polygon/wbtc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/polygon/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/aave/polygon/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/all": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldAll"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/all/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldAllPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/best/dai": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldBest"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/best/dai/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldBestPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/best/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldBest"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/best/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldBestPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/best/usdt": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldBest"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/best/usdt/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldBestPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/best/wbtc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldBest"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/best/wbtc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldBestPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/best/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldBest"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/best/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldBestPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compare": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldCompare"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compare/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldComparePreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/arbitrum/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/arbitrum/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/base/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/base/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/ethereum/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/ethereum/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/ethereum/usdt": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/ethereum/usdt/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/ethereum/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/ethereum/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/optimism/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/optimism/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/optimism/usdt": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/optimism/usdt/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/optimism/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/optimism/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/polygon/usdc_e": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/compound/polygon/usdc_e/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/euler/arbitrum/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/euler/arbitrum/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/euler/arbitrum/usdt": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/euler/arbitrum/usdt/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/euler/arbitrum/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/euler/arbitrum/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/euler/base/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/euler/base/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/euler/base/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/euler/base/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/euler/ethereum/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/euler/ethereum/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/euler/ethereum/usdt": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/euler/ethereum/usdt/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/euler/ethereum/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/euler/ethereum/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/fluid/arbitrum/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/fluid/arbitrum/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/fluid/arbitrum/usdt": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/fluid/arbitrum/usdt/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/fluid/arbitrum/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/fluid/arbitrum/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/fluid/base/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/fluid/base/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/fluid/base/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/fluid/base/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/fluid/ethereum/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/fluid/ethereum/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/fluid/ethereum/usdt": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/fluid/ethereum/usdt/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/fluid/ethereum/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/fluid/ethereum/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/moonwell/base/dai": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/moonwell/base/dai/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/moonwell/base/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/moonwell/base/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/moonwell/base/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/moonwell/base/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/moonwell/optimism/dai": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/moonwell/optimism/dai/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/moonwell/optimism/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/moonwell/optimism/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/moonwell/optimism/usdt": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/moonwell/optimism/usdt/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/moonwell/optimism/wbtc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/moonwell/optimism/wbtc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/moonwell/optimism/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/moonwell/optimism/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/morpho/base/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/morpho/base/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/morpho/base/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/morpho/base/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/morpho/ethereum/dai": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/morpho/ethereum/dai/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/morpho/ethereum/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/morpho/ethereum/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/morpho/ethereum/usdt": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/morpho/ethereum/usdt/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/morpho/ethereum/wbtc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/morpho/ethereum/wbtc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/morpho/ethereum/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/morpho/ethereum/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/sky/ethereum/usds": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/sky/ethereum/usds/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/spark/ethereum/dai": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/spark/ethereum/dai/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/spark/ethereum/usdc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/spark/ethereum/usdc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/spark/ethereum/usdt": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/spark/ethereum/usdt/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/spark/ethereum/wbtc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/spark/ethereum/wbtc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/spark/ethereum/weth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYield"];
     };
    };
   };
  };
 };
 "/oracle/defi/yield/spark/ethereum/weth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["DefiYieldPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/calendar": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCalendar"];
     };
    };
   };
  };
 };
 "/oracle/econ/calendar/country/cn": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCalendarCountry"];
     };
    };
   };
  };
 };
 "/oracle/econ/calendar/country/eu": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCalendarCountry"];
     };
    };
   };
  };
 };
 "/oracle/econ/calendar/country/gb": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCalendarCountry"];
     };
    };
   };
  };
 };
 "/oracle/econ/calendar/country/jp": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCalendarCountry"];
     };
    };
   };
  };
 };
 "/oracle/econ/calendar/country/us": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCalendarCountry"];
     };
    };
   };
  };
 };
 "/oracle/econ/calendar/fomc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCalendarFomc"];
     };
    };
   };
  };
 };
 "/oracle/econ/calendar/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCalendarPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/calendar/today": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCalendarToday"];
     };
    };
   };
  };
 };
 "/oracle/econ/commodities/brent": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCommodities"];
     };
    };
   };
  };
 };
 "/oracle/econ/commodities/brent/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCommoditiesPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/commodities/copper": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCommodities"];
     };
    };
   };
  };
 };
 "/oracle/econ/commodities/copper/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCommoditiesPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/commodities/dxy": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCommodities"];
     };
    };
   };
  };
 };
 "/oracle/econ/commodities/dxy/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCommoditiesPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/commodities/natgas": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCommodities"];
     };
    };
   };
  };
 };
 "/oracle/econ/commodities/natgas/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCommoditiesPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/commodities/wti": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCommodities"];
     };
    };
   };
  };
 };
 "/oracle/econ/commodities/wti/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconCommoditiesPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/eu/employment": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconEu"];
     };
    };
   };
  };
 };
 "/oracle/econ/eu/employment/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconEuPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/eu/gdp": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconEu"];
     };
    };
   };
  };
 };
 "/oracle/econ/eu/gdp/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconEuPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/eu/hicp": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconEu"];
     };
    };
   };
  };
 };
 "/oracle/econ/eu/hicp_core": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconEu"];
     };
    };
   };
  };
 };
 "/oracle/econ/eu/hicp_core/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconEuPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/eu/hicp_services": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconEu"];
     };
    };
   };
  };
 };
 "/oracle/econ/eu/hicp_services/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconEuPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/eu/hicp/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconEuPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/eu/unrate": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconEu"];
     };
    };
   };
  };
 };
 "/oracle/econ/eu/unrate/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconEuPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/expiry/btc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconExpiry"];
     };
    };
   };
  };
 };
 "/oracle/econ/expiry/btc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconExpiryPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/expiry/eth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconExpiry"];
     };
    };
   };
  };
 };
 "/oracle/econ/expiry/eth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconExpiryPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/surprises": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconSurprises"];
     };
    };
   };
  };
 };
 "/oracle/econ/us/cpi": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconUs"];
     };
    };
   };
  };
 };
 "/oracle/econ/us/cpi_core": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconUs"];
     };
    };
   };
  };
 };
 "/oracle/econ/us/cpi_core/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconUsPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/us/cpi/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconUsPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/us/fedfunds": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconUs"];
     };
    };
   };
  };
 };
 "/oracle/econ/us/fedfunds/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconUsPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/us/gdp": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconUs"];
     };
    };
   };
  };
 };
 "/oracle/econ/us/gdp/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconUsPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/us/nfp": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconUs"];
     };
    };
   };
  };
 };
 "/oracle/econ/us/nfp/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconUsPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/us/pce": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconUs"];
     };
    };
   };
  };
 };
 "/oracle/econ/us/pce/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconUsPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/us/unrate": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconUs"];
     };
    };
   };
  };
 };
 "/oracle/econ/us/unrate/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconUsPreview"];
     };
    };
   };
  };
 };
 "/oracle/econ/us/yield_curve": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconUs"];
     };
    };
   };
  };
 };
 "/oracle/econ/us/yield_curve/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["EconUsPreview"];
     };
    };
   };
  };
 };
 "/oracle/funding/btc/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Funding"];
     };
    };
   };
  };
 };
 "/oracle/funding/btc/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["FundingPreview"];
     };
    };
   };
  };
 };
 "/oracle/funding/eth/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Funding"];
     };
    };
   };
  };
 };
 "/oracle/funding/eth/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["FundingPreview"];
     };
    };
   };
  };
 };
 "/oracle/funding/sol/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Funding"];
     };
    };
   };
  };
 };
 "/oracle/funding/sol/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["FundingPreview"];
     };
    };
   };
  };
 };
 "/oracle/gas/arbitrum": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["GasChain"];
     };
    };
   };
  };
 };
 "/oracle/gas/arbitrum/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["GasChainPreview"];
     };
    };
   };
  };
 };
 "/oracle/gas/base": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["GasChain"];
     };
    };
   };
  };
 };
 "/oracle/gas/base/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["GasChainPreview"];
     };
    };
   };
  };
 };
 "/oracle/gas/ethereum": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["GasChain"];
     };
    };
   };
  };
 };
 "/oracle/gas/ethereum/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["GasChainPreview"];
     };
    };
   };
  };
 };
 "/oracle/gas/index": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["GasIndex"];
     };
    };
   };
  };
 };
 "/oracle/gas/index/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["GasIndexPreview"];
     };
    };
   };
  };
 };
 "/oracle/gas/optimism": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["GasChain"];
     };
    };
   };
  };
 };
 "/oracle/gas/optimism/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["GasChainPreview"];
     };
    };
   };
  };
 };
 "/oracle/gas/polygon": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["GasChain"];
     };
    };
   };
  };
 };
 "/oracle/gas/polygon/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["GasChainPreview"];
     };
    };
   };
  };
 };
 "/oracle/gas/solana": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["GasChain"];
     };
    };
   };
  };
 };
 "/oracle/gas/solana/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["GasChainPreview"];
     };
    };
   };
  };
 };
 "/oracle/greeks/btc/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Greeks"];
     };
    };
   };
  };
 };
 "/oracle/greeks/btc/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["GreeksPreview"];
     };
    };
   };
  };
 };
 "/oracle/greeks/eth/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Greeks"];
     };
    };
   };
  };
 };
 "/oracle/greeks/eth/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["GreeksPreview"];
     };
    };
   };
  };
 };
 "/oracle/greeks/sol/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Greeks"];
     };
    };
   };
  };
 };
 "/oracle/greeks/sol/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["GreeksPreview"];
     };
    };
   };
  };
 };
 "/oracle/history/funding/btc/usd": {
  get: {
   parameters: {
    query?: {
     exchange?: string;
     from?: string;
     to?: string;
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistoryFunding"];
     };
    };
   };
  };
 };
 "/oracle/history/funding/btc/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistoryFundingPreview"];
     };
    };
   };
  };
 };
 "/oracle/history/funding/eth/usd": {
  get: {
   parameters: {
    query?: {
     exchange?: string;
     from?: string;
     to?: string;
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistoryFunding"];
     };
    };
   };
  };
 };
 "/oracle/history/funding/eth/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistoryFundingPreview"];
     };
    };
   };
  };
 };
 "/oracle/history/index/mssi": {
  get: {
   parameters: {
    query?: {
     from?: string;
     interval?: string;
     to?: string;
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistoryMssi"];
     };
    };
   };
  };
 };
 "/oracle/history/index/mssi/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistoryMssiPreview"];
     };
    };
   };
  };
 };
 "/oracle/history/index/msti": {
  get: {
   parameters: {
    query?: {
     from?: string;
     interval?: string;
     to?: string;
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistoryMsti"];
     };
    };
   };
  };
 };
 "/oracle/history/index/msti/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistoryMstiPreview"];
     };
    };
   };
  };
 };
 "/oracle/history/index/msvi/btcusd": {
  get: {
   parameters: {
    query?: {
     from?: string;
     interval?: string;
     to?: string;
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistoryMsvi"];
     };
    };
   };
  };
 };
 "/oracle/history/index/msvi/btcusd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistoryMsviPreview"];
     };
    };
   };
  };
 };
 "/oracle/history/index/msvi/ethusd": {
  get: {
   parameters: {
    query?: {
     from?: string;
     interval?: string;
     to?: string;
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistoryMsvi"];
     };
    };
   };
  };
 };
 "/oracle/history/index/msvi/ethusd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistoryMsviPreview"];
     };
    };
   };
  };
 };
 "/oracle/history/index/msxi/btcusd": {
  get: {
   parameters: {
    query?: {
     from?: string;
     interval?: string;
     to?: string;
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistoryMsxi"];
     };
    };
   };
  };
 };
 "/oracle/history/index/msxi/btcusd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistoryMsxiPreview"];
     };
    };
   };
  };
 };
 "/oracle/history/index/msxi/ethusd": {
  get: {
   parameters: {
    query?: {
     from?: string;
     interval?: string;
     to?: string;
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistoryMsxi"];
     };
    };
   };
  };
 };
 "/oracle/history/index/msxi/ethusd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistoryMsxiPreview"];
     };
    };
   };
  };
 };
 "/oracle/history/spot/btc/usd": {
  get: {
   parameters: {
    query?: {
     from?: string;
     interval?: string;
     to?: string;
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistorySpot"];
     };
    };
   };
  };
 };
 "/oracle/history/spot/btc/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistorySpotPreview"];
     };
    };
   };
  };
 };
 "/oracle/history/spot/eth/usd": {
  get: {
   parameters: {
    query?: {
     from?: string;
     interval?: string;
     to?: string;
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistorySpot"];
     };
    };
   };
  };
 };
 "/oracle/history/spot/eth/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["HistorySpotPreview"];
     };
    };
   };
  };
 };
 "/oracle/inference/all": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["InferenceAll"];
     };
    };
   };
  };
 };
 "/oracle/inference/anthropic/pricing": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["InferencePricing"];
     };
    };
   };
  };
 };
 "/oracle/inference/cerebras/pricing": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["InferencePricing"];
     };
    };
   };
  };
 };
 "/oracle/inference/compare": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["InferenceCompare"];
     };
    };
   };
  };
 };
 "/oracle/inference/compare/task/chat": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["InferenceTask"];
     };
    };
   };
  };
 };
 "/oracle/inference/compare/task/code": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["InferenceTask"];
     };
    };
   };
  };
 };
 "/oracle/inference/compare/task/fast": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["InferenceTask"];
     };
    };
   };
  };
 };
 "/oracle/inference/compare/task/long_context": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["InferenceTask"];
     };
    };
   };
  };
 };
 "/oracle/inference/compare/task/reasoning": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["InferenceTask"];
     };
    };
   };
  };
 };
 "/oracle/inference/fireworks/pricing": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["InferencePricing"];
     };
    };
   };
  };
 };
 "/oracle/inference/groq/pricing": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["InferencePricing"];
     };
    };
   };
  };
 };
 "/oracle/inference/openai/pricing": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["InferencePricing"];
     };
    };
   };
  };
 };
 "/oracle/inference/together/pricing": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["InferencePricing"];
     };
    };
   };
  };
 };
 "/oracle/instruments/btc/options": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Instruments"];
     };
    };
   };
  };
 };
 "/oracle/instruments/btc/options/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["InstrumentsPreview"];
     };
    };
   };
  };
 };
 "/oracle/instruments/eth/options": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Instruments"];
     };
    };
   };
  };
 };
 "/oracle/instruments/eth/options/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["InstrumentsPreview"];
     };
    };
   };
  };
 };
 "/oracle/instruments/sol/options": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Instruments"];
     };
    };
   };
  };
 };
 "/oracle/instruments/sol/options/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["InstrumentsPreview"];
     };
    };
   };
  };
 };
 "/oracle/intel/consensus": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IntelConsensus"];
     };
    };
   };
  };
 };
 "/oracle/intel/consensus/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IntelConsensusPreview"];
     };
    };
   };
  };
 };
 "/oracle/intel/defi/opportunity": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IntelDefiOpportunity"];
     };
    };
   };
  };
 };
 "/oracle/intel/defi/opportunity/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IntelDefiOpportunityPreview"];
     };
    };
   };
  };
 };
 "/oracle/intel/divergence": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IntelDivergence"];
     };
    };
   };
  };
 };
 "/oracle/intel/divergence/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IntelDivergencePreview"];
     };
    };
   };
  };
 };
 "/oracle/intel/macro/risk": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IntelMacroRisk"];
     };
    };
   };
  };
 };
 "/oracle/intel/macro/risk/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IntelMacroRiskPreview"];
     };
    };
   };
  };
 };
 "/oracle/intel/perp/setup": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IntelPerpSetup"];
     };
    };
   };
  };
 };
 "/oracle/intel/perp/setup/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IntelPerpSetupPreview"];
     };
    };
   };
  };
 };
 "/oracle/intel/regime/change": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IntelRegimeChange"];
     };
    };
   };
  };
 };
 "/oracle/intel/regime/change/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IntelRegimeChangePreview"];
     };
    };
   };
  };
 };
 "/oracle/intel/regime/persistence": {
  get: {
   parameters: {
    query?: {
     currency?: "BTC" | "ETH" | "SOL";
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IntelPersistence"];
     };
    };
   };
  };
 };
 "/oracle/intel/regime/persistence/preview": {
  get: {
   parameters: {
    query?: {
     currency?: "BTC" | "ETH" | "SOL";
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IntelPersistencePreview"];
     };
    };
   };
  };
 };
 "/oracle/iv-surface/btc/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IvSurface"];
     };
    };
   };
  };
 };
 "/oracle/iv-surface/btc/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IvSurfacePreview"];
     };
    };
   };
  };
 };
 "/oracle/iv-surface/eth/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IvSurface"];
     };
    };
   };
  };
 };
 "/oracle/iv-surface/eth/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IvSurfacePreview"];
     };
    };
   };
  };
 };
 "/oracle/iv-surface/sol/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IvSurface"];
     };
    };
   };
  };
 };
 "/oracle/iv-surface/sol/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IvSurfacePreview"];
     };
    };
   };
  };
 };
 "/oracle/iv/btc/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Iv"];
     };
    };
   };
  };
 };
 "/oracle/iv/btc/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IvPreview"];
     };
    };
   };
  };
 };
 "/oracle/iv/eth/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Iv"];
     };
    };
   };
  };
 };
 "/oracle/iv/eth/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IvPreview"];
     };
    };
   };
  };
 };
 "/oracle/liq-flow/btc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
     window?: "1h" | "4h" | "24h";
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["LiqFlow"];
     };
    };
   };
  };
 };
 "/oracle/liq-flow/btc/preview": {
  get: {
   parameters: {
    query?: {
     window?: "1h" | "4h" | "24h";
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["LiqFlowPreview"];
     };
    };
   };
  };
 };
 "/oracle/liq-flow/eth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
     window?: "1h" | "4h" | "24h";
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["LiqFlow"];
     };
    };
   };
  };
 };
 "/oracle/liq-flow/eth/preview": {
  get: {
   parameters: {
    query?: {
     window?: "1h" | "4h" | "24h";
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["LiqFlowPreview"];
     };
    };
   };
  };
 };
 "/oracle/liq-flow/sol": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
     window?: "1h" | "4h" | "24h";
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["LiqFlow"];
     };
    };
   };
  };
 };
 "/oracle/liq-flow/sol/preview": {
  get: {
   parameters: {
    query?: {
     window?: "1h" | "4h" | "24h";
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["LiqFlowPreview"];
     };
    };
   };
  };
 };
 "/oracle/liquidations/btc/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Liquidations"];
     };
    };
   };
  };
 };
 "/oracle/liquidations/btc/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["LiquidationsPreview"];
     };
    };
   };
  };
 };
 "/oracle/liquidations/eth/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Liquidations"];
     };
    };
   };
  };
 };
 "/oracle/liquidations/eth/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["LiquidationsPreview"];
     };
    };
   };
  };
 };
 "/oracle/liquidations/sol/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Liquidations"];
     };
    };
   };
  };
 };
 "/oracle/liquidations/sol/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["LiquidationsPreview"];
     };
    };
   };
  };
 };
 "/oracle/marine/{lat}/{lon}/seastate": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
    path: {
     lat: components["schemas"]["DegreesNorth"];
     lon: components["schemas"]["DegreesEast"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["MarineSeastate"];
     };
    };
   };
  };
 };
 "/oracle/marine/{lat}/{lon}/seastate/preview": {
  get: {
   parameters: {
    path: {
     lat: components["schemas"]["DegreesNorth"];
     lon: components["schemas"]["DegreesEast"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["MarineSeastatePreview"];
     };
    };
   };
  };
 };
 "/oracle/marine/route/summary": {
  get: {
   parameters: {
    query: {
     lat1: string;
     lat2: string;
     lon1: string;
     lon2: string;
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["MarineRoute"];
     };
    };
   };
  };
 };
 "/oracle/marine/vessel/{mmsi}": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
    path: {
     mmsi: components["schemas"]["Mmsi"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["MarineVessel"];
     };
    };
   };
  };
 };
 "/oracle/marine/voyage/forecast": {
  get: {
   parameters: {
    query: {
     lat1?: string;
     lat2: string;
     lon1?: string;
     lon2: string;
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
     mmsi?: string;
     speed_kts?: string;
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["MarineVoyage"];
     };
    };
   };
  };
 };
 "/oracle/oi/btc/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Oi"];
     };
    };
   };
  };
 };
 "/oracle/oi/btc/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["OiPreview"];
     };
    };
   };
  };
 };
 "/oracle/oi/eth/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Oi"];
     };
    };
   };
  };
 };
 "/oracle/oi/eth/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["OiPreview"];
     };
    };
   };
  };
 };
 "/oracle/oi/sol/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Oi"];
     };
    };
   };
  };
 };
 "/oracle/oi/sol/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["OiPreview"];
     };
    };
   };
  };
 };
 "/oracle/orderbook/btc/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Orderbook"];
     };
    };
   };
  };
 };
 "/oracle/orderbook/btc/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["OrderbookPreview"];
     };
    };
   };
  };
 };
 "/oracle/orderbook/eth/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Orderbook"];
     };
    };
   };
  };
 };
 "/oracle/orderbook/eth/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["OrderbookPreview"];
     };
    };
   };
  };
 };
 "/oracle/perp/btc": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["RegimePerp"];
     };
    };
   };
  };
 };
 "/oracle/perp/btc/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["RegimePerpPreview"];
     };
    };
   };
  };
 };
 "/oracle/perp/eth": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["RegimePerp"];
     };
    };
   };
  };
 };
 "/oracle/perp/eth/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["RegimePerpPreview"];
     };
    };
   };
  };
 };
 "/oracle/perp/sol": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["RegimePerp"];
     };
    };
   };
  };
 };
 "/oracle/perp/sol/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["RegimePerpPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/ada/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpot"];
     };
    };
   };
  };
 };
 "/oracle/price/ada/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpotPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/btc/eur": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpot"];
     };
    };
   };
  };
 };
 "/oracle/price/btc/eur/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpotPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/btc/eur/vwap": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceVwap"];
     };
    };
   };
  };
 };
 "/oracle/price/btc/eur/vwap/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceVwapPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/btc/jpy": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpot"];
     };
    };
   };
  };
 };
 "/oracle/price/btc/jpy/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpotPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/btc/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpot"];
     };
    };
   };
  };
 };
 "/oracle/price/btc/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpotPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/btc/usd/vwap": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceVwap"];
     };
    };
   };
  };
 };
 "/oracle/price/btc/usd/vwap/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceVwapPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/cad/jpy": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/cad/jpy/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/chf/cad": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/chf/cad/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/chf/jpy": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/chf/jpy/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/cny/cad": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/cny/cad/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/cny/jpy": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/cny/jpy/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/doge/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpot"];
     };
    };
   };
  };
 };
 "/oracle/price/doge/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpotPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/eth/eur": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpot"];
     };
    };
   };
  };
 };
 "/oracle/price/eth/eur/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpotPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/eth/jpy": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpot"];
     };
    };
   };
  };
 };
 "/oracle/price/eth/jpy/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpotPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/eth/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpot"];
     };
    };
   };
  };
 };
 "/oracle/price/eth/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpotPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/eth/usd/vwap": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceVwap"];
     };
    };
   };
  };
 };
 "/oracle/price/eth/usd/vwap/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceVwapPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/eur/cad": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/eur/cad/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/eur/chf": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/eur/chf/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/eur/cny": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/eur/cny/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/eur/gbp": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/eur/gbp/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/eur/jpy": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/eur/jpy/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/eur/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/eur/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/gbp/cad": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/gbp/cad/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/gbp/chf": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/gbp/chf/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/gbp/cny": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/gbp/cny/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/gbp/jpy": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/gbp/jpy/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/gbp/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/gbp/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/sol/eur": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpot"];
     };
    };
   };
  };
 };
 "/oracle/price/sol/eur/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpotPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/sol/jpy": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpot"];
     };
    };
   };
  };
 };
 "/oracle/price/sol/jpy/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpotPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/sol/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpot"];
     };
    };
   };
  };
 };
 "/oracle/price/sol/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpotPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/usd/cad": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/usd/cad/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/usd/chf": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/usd/chf/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/usd/cny": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/usd/cny/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/usd/jpy": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFx"];
     };
    };
   };
  };
 };
 "/oracle/price/usd/jpy/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceFxPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/usdc/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PricePegs"];
     };
    };
   };
  };
 };
 "/oracle/price/usdc/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PricePegsPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/usdt/eur": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PricePegs"];
     };
    };
   };
  };
 };
 "/oracle/price/usdt/eur/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PricePegsPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/usdt/jpy": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PricePegs"];
     };
    };
   };
  };
 };
 "/oracle/price/usdt/jpy/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PricePegsPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/usdt/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PricePegs"];
     };
    };
   };
  };
 };
 "/oracle/price/usdt/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PricePegsPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/xau/eur": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceMetals"];
     };
    };
   };
  };
 };
 "/oracle/price/xau/eur/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceMetalsPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/xau/jpy": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceMetals"];
     };
    };
   };
  };
 };
 "/oracle/price/xau/jpy/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceMetalsPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/xau/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceMetals"];
     };
    };
   };
  };
 };
 "/oracle/price/xau/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceMetalsPreview"];
     };
    };
   };
  };
 };
 "/oracle/price/xrp/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpot"];
     };
    };
   };
  };
 };
 "/oracle/price/xrp/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["PriceSpotPreview"];
     };
    };
   };
  };
 };
 "/oracle/regime/equity": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["RegimeTradfi"];
     };
    };
   };
  };
 };
 "/oracle/regime/equity/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["RegimeTradfiPreview"];
     };
    };
   };
  };
 };
 "/oracle/regime/liquidity": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["RegimeLiquidity"];
     };
    };
   };
  };
 };
 "/oracle/regime/liquidity/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["RegimeLiquidityPreview"];
     };
    };
   };
  };
 };
 "/oracle/sentiment/btc/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IndexSentiment"];
     };
    };
   };
  };
 };
 "/oracle/sentiment/btc/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IndexSentimentPreview"];
     };
    };
   };
  };
 };
 "/oracle/sentiment/eth/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IndexSentiment"];
     };
    };
   };
  };
 };
 "/oracle/sentiment/eth/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IndexSentimentPreview"];
     };
    };
   };
  };
 };
 "/oracle/stress/equity": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IndexEquityStress"];
     };
    };
   };
  };
 };
 "/oracle/stress/equity/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IndexEquityStressPreview"];
     };
    };
   };
  };
 };
 "/oracle/stress/market": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IndexStress"];
     };
    };
   };
  };
 };
 "/oracle/stress/market/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IndexStressPreview"];
     };
    };
   };
  };
 };
 "/oracle/svi/btc/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Svi"];
     };
    };
   };
  };
 };
 "/oracle/svi/btc/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["SviPreview"];
     };
    };
   };
  };
 };
 "/oracle/svi/eth/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Svi"];
     };
    };
   };
  };
 };
 "/oracle/svi/eth/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["SviPreview"];
     };
    };
   };
  };
 };
 "/oracle/svi/sol/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["Svi"];
     };
    };
   };
  };
 };
 "/oracle/svi/sol/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["SviPreview"];
     };
    };
   };
  };
 };
 "/oracle/synopsis/market": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["SynopsisMarket"];
     };
    };
   };
  };
 };
 "/oracle/synopsis/market/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["SynopsisMarketPreview"];
     };
    };
   };
  };
 };
 "/oracle/term-structure/btc/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["TermStructure"];
     };
    };
   };
  };
 };
 "/oracle/term-structure/btc/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["TermStructurePreview"];
     };
    };
   };
  };
 };
 "/oracle/term-structure/eth/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["TermStructure"];
     };
    };
   };
  };
 };
 "/oracle/term-structure/eth/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["TermStructurePreview"];
     };
    };
   };
  };
 };
 "/oracle/term-structure/sol/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["TermStructure"];
     };
    };
   };
  };
 };
 "/oracle/term-structure/sol/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["TermStructurePreview"];
     };
    };
   };
  };
 };
 "/oracle/volatility/btc/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IndexVolatility"];
     };
    };
   };
  };
 };
 "/oracle/volatility/btc/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IndexVolatilityPreview"];
     };
    };
   };
  };
 };
 "/oracle/volatility/eth/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IndexVolatility"];
     };
    };
   };
  };
 };
 "/oracle/volatility/eth/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IndexVolatilityPreview"];
     };
    };
   };
  };
 };
 "/oracle/volatility/nq/usd": {
  get: {
   parameters: {
    query?: {
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IndexNqVolatility"];
     };
    };
   };
  };
 };
 "/oracle/volatility/nq/usd/preview": {
  get: {
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["IndexNqVolatilityPreview"];
     };
    };
   };
  };
 };
 "/oracle/weather/{lat}/{lon}/rainfall/{window}": {
  get: {
   parameters: {
    query?: {
     end?: string;
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
    path: {
     lat: components["schemas"]["DegreesNorth"];
     lon: components["schemas"]["DegreesEast"];
     window: "7d" | "14d" | "30d" | "60d" | "90d";
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["WeatherRainfall"];
     };
    };
   };
  };
 };
 "/oracle/weather/{lat}/{lon}/rainfall/{window}/preview": {
  get: {
   parameters: {
    query?: {
     end?: string;
    };
    path: {
     lat: components["schemas"]["DegreesNorth"];
     lon: components["schemas"]["DegreesEast"];
     window: "7d" | "14d" | "30d" | "60d" | "90d";
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["WeatherRainfallPreview"];
     };
    };
   };
  };
 };
 "/oracle/weather/{lat}/{lon}/temperature/{window}": {
  get: {
   parameters: {
    query?: {
     end?: string;
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
    path: {
     lat: components["schemas"]["DegreesNorth"];
     lon: components["schemas"]["DegreesEast"];
     window: "7d" | "14d" | "30d" | "60d" | "90d";
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["WeatherTemperature"];
     };
    };
   };
  };
 };
 "/oracle/weather/{lat}/{lon}/temperature/{window}/preview": {
  get: {
   parameters: {
    query?: {
     end?: string;
    };
    path: {
     lat: components["schemas"]["DegreesNorth"];
     lon: components["schemas"]["DegreesEast"];
     window: "7d" | "14d" | "30d" | "60d" | "90d";
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["WeatherTemperaturePreview"];
     };
    };
   };
  };
 };
 "/oracle/weather/{lat}/{lon}/wind/{window}": {
  get: {
   parameters: {
    query?: {
     end?: string;
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
    path: {
     lat: components["schemas"]["DegreesNorth"];
     lon: components["schemas"]["DegreesEast"];
     window: "7d" | "14d" | "30d";
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["WeatherWind"];
     };
    };
   };
  };
 };
 "/oracle/weather/{lat}/{lon}/wind/{window}/preview": {
  get: {
   parameters: {
    query?: {
     end?: string;
    };
    path: {
     lat: components["schemas"]["DegreesNorth"];
     lon: components["schemas"]["DegreesEast"];
     window: "7d" | "14d" | "30d";
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["WeatherWindPreview"];
     };
    };
   };
  };
 };
 "/oracle/weather/{lat}/{lon}/wrsi/{window}": {
  get: {
   parameters: {
    query?: {
     end?: string;
     max_age?: components["parameters"]["max_age"];
     min_confidence?: components["parameters"]["min_confidence"];
    };
    header?: {
     "Payment-Proof"?: components["parameters"]["Payment-Proof"];
     "Payment-Receipt"?: components["parameters"]["Payment-Receipt"];
    };
    path: {
     lat: components["schemas"]["DegreesNorth"];
     lon: components["schemas"]["DegreesEast"];
     window: "30d" | "60d" | "90d";
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["WeatherWrsi"];
     };
    };
   };
  };
 };
 "/oracle/weather/{lat}/{lon}/wrsi/{window}/preview": {
  get: {
   parameters: {
    query?: {
     end?: string;
    };
    path: {
     lat: components["schemas"]["DegreesNorth"];
     lon: components["schemas"]["DegreesEast"];
     window: "30d" | "60d" | "90d";
    };
   };
   responses: {
    200: {
     content: {
      "application/json": components["schemas"]["WeatherWrsiPreview"];
     };
    };
   };
  };
 };
}
export type webhooks = Record<string, never>;
export interface components {
 schemas: {
  Attestation: {
   announcementId: string;
   attestedAt: string;
   direction?: "above" | "below";
   eventid: string;
   evidence: components["schemas"]["DecisionEvidence"];
   evidenceHash?: string;
   maturityTs: number;
   oraclePubkey: string;
   outcome: string;
   outcomes: string[];
   override?: true;
   pair?: "BTCUSD" | "BTCUSDVWAP" | "BTCEUR" | "BTCEURVWAP" | "BTCJPY" | "ETHUSD" | "ETHEUR" | "ETHJPY" | "SOLUSD" | "SOLEUR" | "SOLJPY" | "XAUUSD" | "XAUEUR" | "XAUJPY" | "XRPUSD" | "ADAUSD" | "DOGEUSD";
   reason: "breach" | "expiry" | "cancel" | "resolver" | "manual";
   serialized: string;
   serializedCounted: string;
   signature?: string;
   signatures: string[];
   status: "attested" | "settled";
   strike?: number;
   type: "threshold" | "enum" | "numeric";
  };
  Basis: {
   basis_pct: number;
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   exchange_count: number;
   exchanges: {
    annualized_carry_pct: number | null;
    basis_bps: number;
    exchange: string;
    funding_interval_hours: number | null;
    index: number;
    mark: number;
    observed_at: number;
    rate_8h: number | null;
    used: boolean;
   }[];
   fetched_at: number;
   median_bps: number;
   missing: string[];
   nearest_dated: {
    annualized_pct: number;
    expiry: number;
   } | null;
   observed_at: number;
   pair: string;
   pubkey: components["schemas"]["PublicKey"];
   regime: "BACKWARDATION" | "FLAT" | "CONTANGO";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   spread_bps: number;
   timestamp: components["schemas"]["Timestamp"];
  };
  BasisPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   degraded: boolean;
   exchange_count: number;
   median_bps: number;
   note: string;
   pair: string;
   preview: true;
   preview_cached?: true;
   regime: "BACKWARDATION" | "FLAT" | "CONTANGO";
   signed: false;
   spread_bps: number;
   timestamp: string;
  };
  Canonical: string;
  ComputeAll: {
   absent: ("a100_sxm" | "h100_sxm" | "h200" | "l40s" | "rtx_4090")[];
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   fetched_at: number;
   missing: string[];
   model_count: number;
   models: {
    all: {
     gpu_count: number;
     instance_type: string;
     observed_at: number;
     price_usd_per_gpu_hour: number;
     provider: string;
     region: string | null;
     source: string;
     tag: "on_demand" | "community" | "market";
    }[];
    best: {
     gpu_count: number;
     instance_type: string;
     observed_at: number;
     price_usd_per_gpu_hour: number;
     provider: string;
     region: string | null;
     source: string;
     tag: "on_demand" | "community" | "market";
    };
    count: number;
    disputed: string[];
    dropped: {
     price_usd_per_gpu_hour: number;
     provider: string;
     reason: "outside_rails" | "far_below_median";
     source: string;
    }[];
    gpu_model: "a100_sxm" | "h100_sxm" | "h200" | "l40s" | "rtx_4090";
    held: string[];
    market: {
     gpu_count: number;
     instance_type: string;
     observed_at: number;
     price_usd_per_gpu_hour: number;
     provider: string;
     region: string | null;
     source: string;
     tag: "on_demand" | "community" | "market";
    }[];
   }[];
   observed_at: number;
   offer_count: number;
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
  };
  ComputeAllPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   degraded: boolean;
   model_count: number;
   note: string;
   offer_count: number;
   preview: true;
   preview_cached?: true;
   signed: false;
   timestamp: string;
  };
  ComputeBest: {
   all: {
    gpu_count: number;
    instance_type: string;
    observed_at: number;
    price_usd_per_gpu_hour: number;
    provider: string;
    region: string | null;
    source: string;
    tag: "on_demand" | "community" | "market";
   }[];
   best: {
    gpu_count: number;
    instance_type: string;
    observed_at: number;
    price_usd_per_gpu_hour: number;
    provider: string;
    region: string | null;
    source: string;
    tag: "on_demand" | "community" | "market";
   };
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   count: number;
   degraded: boolean;
   disputed: string[];
   dropped: {
    price_usd_per_gpu_hour: number;
    provider: string;
    reason: "outside_rails" | "far_below_median";
    source: string;
   }[];
   fetched_at: number;
   gpu_model: "a100_sxm" | "h100_sxm" | "h200" | "l40s" | "rtx_4090";
   held: string[];
   market: {
    gpu_count: number;
    instance_type: string;
    observed_at: number;
    price_usd_per_gpu_hour: number;
    provider: string;
    region: string | null;
    source: string;
    tag: "on_demand" | "community" | "market";
   }[];
   missing: string[];
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
  };
  ComputeBestPreview: {
   age_seconds: number;
   best: {
    gpu_count: number;
    instance_type: string;
    observed_at: number;
    price_usd_per_gpu_hour: number;
    provider: string;
    region: string | null;
    source: string;
    tag: "on_demand" | "community" | "market";
   };
   cache_max_age_minutes: number;
   confidence: number;
   count: number;
   degraded: boolean;
   gpu_model: "a100_sxm" | "h100_sxm" | "h200" | "l40s" | "rtx_4090";
   note: string;
   preview: true;
   preview_cached?: true;
   signed: false;
   timestamp: string;
  };
  ComputeCompare: {
   absent: ("a100_sxm" | "h100_sxm" | "h200" | "l40s" | "rtx_4090")[];
   canonical: components["schemas"]["Canonical"];
   cheapest: {
    gpu_count: number;
    gpu_model: "a100_sxm" | "h100_sxm" | "h200" | "l40s" | "rtx_4090";
    instance_type: string;
    observed_at: number;
    price_usd_per_gpu_hour: number;
    provider: string;
    region: string | null;
    source: string;
    tag: "on_demand" | "community" | "market";
   };
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   fetched_at: number;
   missing: string[];
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   ranking: {
    gpu_count: number;
    gpu_model: "a100_sxm" | "h100_sxm" | "h200" | "l40s" | "rtx_4090";
    instance_type: string;
    observed_at: number;
    price_usd_per_gpu_hour: number;
    provider: string;
    region: string | null;
    source: string;
    tag: "on_demand" | "community" | "market";
   }[];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
  };
  ComputeComparePreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   cheapest: {
    gpu_count: number;
    gpu_model: "a100_sxm" | "h100_sxm" | "h200" | "l40s" | "rtx_4090";
    instance_type: string;
    observed_at: number;
    price_usd_per_gpu_hour: number;
    provider: string;
    region: string | null;
    source: string;
    tag: "on_demand" | "community" | "market";
   };
   confidence: number;
   degraded: boolean;
   note: string;
   preview: true;
   preview_cached?: true;
   signed: false;
   timestamp: string;
  };
  ContentHash: string;
  ContentSignature: string;
  Cot: {
   asset_managers: {
    change_long: number | null;
    change_short: number | null;
    long: number;
    net: number;
    pct_long: number;
    pct_short: number;
    short: number;
   };
   canonical: components["schemas"]["Canonical"];
   cftc_code: string;
   checked_at: number;
   compared: {
    agrees: boolean;
    source: string;
   } | null;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   dealers: {
    change_long: number | null;
    change_short: number | null;
    long: number;
    net: number;
    pct_long: number;
    pct_short: number;
    short: number;
   };
   degraded: boolean;
   fetched_at: number;
   lag_note: string;
   leveraged_funds: {
    change_long: number | null;
    change_short: number | null;
    long: number;
    net: number;
    pct_long: number;
    pct_short: number;
    short: number;
   };
   missing: string[];
   observed_at: number;
   open_interest: number;
   pair: string;
   pubkey: components["schemas"]["PublicKey"];
   report_date: string;
   report_type: string;
   signature: components["schemas"]["Signature"];
   signing_scheme: string;
   signingScheme: components["schemas"]["SigningScheme"];
   source: string;
   sources: string[];
   stale: boolean;
   timestamp: components["schemas"]["Timestamp"];
  };
  DecisionEvidence: {
   at?: number;
   early?: boolean;
   first?: {
    at: number;
    price: string;
    sequence: number;
   };
   kind?: string;
   override?: boolean;
   pair?: string;
   price?: string;
   sequence?: number;
   sources?: string[];
  } & {
   [key: string]: unknown;
  };
  DefiMetrics: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   fetched_at: number;
   missing: string[];
   observed_at: number;
   protocols: {
    asset_count: number;
    avg_supply_apr: number | null;
    borrowed_usd: number;
    chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism";
    protocol: "aave" | "compound" | "spark" | "moonwell" | "sky" | "morpho" | "fluid" | "euler";
    supplied_usd: number;
    tvl_usd: number;
    utilization: number | null;
   }[];
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   total_tvl_usd: number;
  };
  DefiMetricsPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   degraded: boolean;
   note: string;
   preview: true;
   preview_cached?: true;
   signed: false;
   sources: string[];
   timestamp: string;
   total_tvl_usd: number;
  };
  DefiProtocol: {
   assets: {
    agreement: "agrees" | "diverges" | "single";
    asset: "usdc" | "usdt" | "weth" | "dai" | "wbtc" | "usds" | "usdc_e";
    block: number | null;
    borrow_apr: number | null;
    borrow_apy: number | null;
    borrow_divergence_pp: number | null;
    borrowed_usd: number;
    chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism";
    confidence: number;
    degraded: boolean;
    divergence_pp: number | null;
    incentive_apr: number | null;
    observed_at: number;
    price_basis: "own" | "par" | "reported";
    protocol: "aave" | "compound" | "spark" | "moonwell" | "sky" | "morpho" | "fluid" | "euler";
    size_ratio: number | null;
    source: "on-chain" | "api" | "defillama";
    sources: string[];
    stands_since: number | null;
    status: "open" | "frozen" | "paused";
    supplied_usd: number;
    supply_apr: number;
    supply_apy: number;
    tvl_usd: number;
    utilization: number | null;
   }[];
   avg_supply_apr: number | null;
   borrowed_usd: number;
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   fetched_at: number;
   missing: string[];
   observed_at: number;
   protocol: "aave" | "compound" | "spark" | "moonwell" | "sky" | "morpho" | "fluid" | "euler";
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   supplied_usd: number;
   timestamp: components["schemas"]["Timestamp"];
   tvl_usd: number;
   utilization: number | null;
  };
  DefiYield: {
   agreement: "agrees" | "diverges" | "single";
   asset: "usdc" | "usdt" | "weth" | "dai" | "wbtc" | "usds" | "usdc_e";
   block: number | null;
   borrow_apr: number | null;
   borrow_apy: number | null;
   borrow_divergence_pp: number | null;
   borrowed_usd: number;
   canonical: components["schemas"]["Canonical"];
   chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism";
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   divergence_pp: number | null;
   fetched_at: number;
   incentive_apr: number | null;
   missing: string[];
   observed_at: number;
   price_basis: "own" | "par" | "reported";
   protocol: "aave" | "compound" | "spark" | "moonwell" | "sky" | "morpho" | "fluid" | "euler";
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   size_ratio: number | null;
   source: "on-chain" | "api" | "defillama";
   sources: string[];
   stands_since: number | null;
   status: "open" | "frozen" | "paused";
   supplied_usd: number;
   supply_apr: number;
   supply_apy: number;
   timestamp: components["schemas"]["Timestamp"];
   tvl_usd: number;
   utilization: number | null;
  };
  DefiYieldAll: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   count: number;
   degraded: boolean;
   fetched_at: number;
   missing: string[];
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   rates: {
    agreement: "agrees" | "diverges" | "single";
    asset: "usdc" | "usdt" | "weth" | "dai" | "wbtc" | "usds" | "usdc_e";
    block: number | null;
    borrow_apr: number | null;
    borrow_apy: number | null;
    borrow_divergence_pp: number | null;
    borrowed_usd: number;
    chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism";
    confidence: number;
    degraded: boolean;
    divergence_pp: number | null;
    incentive_apr: number | null;
    observed_at: number;
    price_basis: "own" | "par" | "reported";
    protocol: "aave" | "compound" | "spark" | "moonwell" | "sky" | "morpho" | "fluid" | "euler";
    size_ratio: number | null;
    source: "on-chain" | "api" | "defillama";
    sources: string[];
    stands_since: number | null;
    status: "open" | "frozen" | "paused";
    supplied_usd: number;
    supply_apr: number;
    supply_apy: number;
    tvl_usd: number;
    utilization: number | null;
   }[];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
  };
  DefiYieldAllPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   count: number;
   degraded: boolean;
   note: string;
   preview: true;
   preview_cached?: true;
   signed: false;
   timestamp: string;
  };
  DefiYieldBest: {
   asset: "usdc" | "usdt" | "weth" | "dai" | "wbtc" | "usds" | "usdc_e";
   best: {
    agreement: "agrees" | "diverges" | "single";
    asset: "usdc" | "usdt" | "weth" | "dai" | "wbtc" | "usds" | "usdc_e";
    block: number | null;
    borrow_apr: number | null;
    borrow_apy: number | null;
    borrow_divergence_pp: number | null;
    borrowed_usd: number;
    chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism";
    confidence: number;
    degraded: boolean;
    divergence_pp: number | null;
    incentive_apr: number | null;
    observed_at: number;
    price_basis: "own" | "par" | "reported";
    protocol: "aave" | "compound" | "spark" | "moonwell" | "sky" | "morpho" | "fluid" | "euler";
    size_ratio: number | null;
    source: "on-chain" | "api" | "defillama";
    sources: string[];
    stands_since: number | null;
    status: "open" | "frozen" | "paused";
    supplied_usd: number;
    supply_apr: number;
    supply_apy: number;
    tvl_usd: number;
    utilization: number | null;
   };
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   count: number;
   degraded: boolean;
   fetched_at: number;
   missing: string[];
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   ranking: {
    agreement: "agrees" | "diverges" | "single";
    asset: "usdc" | "usdt" | "weth" | "dai" | "wbtc" | "usds" | "usdc_e";
    block: number | null;
    borrow_apr: number | null;
    borrow_apy: number | null;
    borrow_divergence_pp: number | null;
    borrowed_usd: number;
    chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism";
    confidence: number;
    degraded: boolean;
    divergence_pp: number | null;
    incentive_apr: number | null;
    observed_at: number;
    price_basis: "own" | "par" | "reported";
    protocol: "aave" | "compound" | "spark" | "moonwell" | "sky" | "morpho" | "fluid" | "euler";
    size_ratio: number | null;
    source: "on-chain" | "api" | "defillama";
    sources: string[];
    stands_since: number | null;
    status: "open" | "frozen" | "paused";
    supplied_usd: number;
    supply_apr: number;
    supply_apy: number;
    tvl_usd: number;
    utilization: number | null;
   }[];
   scope: "best" | "compare";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   unranked: {
    asset: string;
    chain: string;
    protocol: string;
    reason: "aggregator_alone" | "frozen" | "paused" | "small" | "unconfirmed";
   }[];
  };
  DefiYieldBestPreview: {
   age_seconds: number;
   asset: "usdc" | "usdt" | "weth" | "dai" | "wbtc" | "usds" | "usdc_e";
   best: {
    agreement: "agrees" | "diverges" | "single";
    asset: "usdc" | "usdt" | "weth" | "dai" | "wbtc" | "usds" | "usdc_e";
    block: number | null;
    borrow_apr: number | null;
    borrow_apy: number | null;
    borrow_divergence_pp: number | null;
    borrowed_usd: number;
    chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism";
    confidence: number;
    degraded: boolean;
    divergence_pp: number | null;
    incentive_apr: number | null;
    observed_at: number;
    price_basis: "own" | "par" | "reported";
    protocol: "aave" | "compound" | "spark" | "moonwell" | "sky" | "morpho" | "fluid" | "euler";
    size_ratio: number | null;
    source: "on-chain" | "api" | "defillama";
    sources: string[];
    stands_since: number | null;
    status: "open" | "frozen" | "paused";
    supplied_usd: number;
    supply_apr: number;
    supply_apy: number;
    tvl_usd: number;
    utilization: number | null;
   };
   cache_max_age_minutes: number;
   confidence: number;
   count: number;
   degraded: boolean;
   note: string;
   preview: true;
   preview_cached?: true;
   signed: false;
   timestamp: string;
  };
  DefiYieldCompare: {
   asset: "usdc" | "usdt" | "weth" | "dai" | "wbtc" | "usds" | "usdc_e";
   best: {
    agreement: "agrees" | "diverges" | "single";
    asset: "usdc" | "usdt" | "weth" | "dai" | "wbtc" | "usds" | "usdc_e";
    block: number | null;
    borrow_apr: number | null;
    borrow_apy: number | null;
    borrow_divergence_pp: number | null;
    borrowed_usd: number;
    chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism";
    confidence: number;
    degraded: boolean;
    divergence_pp: number | null;
    incentive_apr: number | null;
    observed_at: number;
    price_basis: "own" | "par" | "reported";
    protocol: "aave" | "compound" | "spark" | "moonwell" | "sky" | "morpho" | "fluid" | "euler";
    size_ratio: number | null;
    source: "on-chain" | "api" | "defillama";
    sources: string[];
    stands_since: number | null;
    status: "open" | "frozen" | "paused";
    supplied_usd: number;
    supply_apr: number;
    supply_apy: number;
    tvl_usd: number;
    utilization: number | null;
   };
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   count: number;
   degraded: boolean;
   fetched_at: number;
   missing: string[];
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   ranking: {
    agreement: "agrees" | "diverges" | "single";
    asset: "usdc" | "usdt" | "weth" | "dai" | "wbtc" | "usds" | "usdc_e";
    block: number | null;
    borrow_apr: number | null;
    borrow_apy: number | null;
    borrow_divergence_pp: number | null;
    borrowed_usd: number;
    chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism";
    confidence: number;
    degraded: boolean;
    divergence_pp: number | null;
    incentive_apr: number | null;
    observed_at: number;
    price_basis: "own" | "par" | "reported";
    protocol: "aave" | "compound" | "spark" | "moonwell" | "sky" | "morpho" | "fluid" | "euler";
    size_ratio: number | null;
    source: "on-chain" | "api" | "defillama";
    sources: string[];
    stands_since: number | null;
    status: "open" | "frozen" | "paused";
    supplied_usd: number;
    supply_apr: number;
    supply_apy: number;
    tvl_usd: number;
    utilization: number | null;
   }[];
   scope: "best" | "compare";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   unranked: {
    asset: string;
    chain: string;
    protocol: string;
    reason: "aggregator_alone" | "frozen" | "paused" | "small" | "unconfirmed";
   }[];
  };
  DefiYieldComparePreview: {
   age_seconds: number;
   asset: "usdc" | "usdt" | "weth" | "dai" | "wbtc" | "usds" | "usdc_e";
   best: {
    agreement: "agrees" | "diverges" | "single";
    asset: "usdc" | "usdt" | "weth" | "dai" | "wbtc" | "usds" | "usdc_e";
    block: number | null;
    borrow_apr: number | null;
    borrow_apy: number | null;
    borrow_divergence_pp: number | null;
    borrowed_usd: number;
    chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism";
    confidence: number;
    degraded: boolean;
    divergence_pp: number | null;
    incentive_apr: number | null;
    observed_at: number;
    price_basis: "own" | "par" | "reported";
    protocol: "aave" | "compound" | "spark" | "moonwell" | "sky" | "morpho" | "fluid" | "euler";
    size_ratio: number | null;
    source: "on-chain" | "api" | "defillama";
    sources: string[];
    stands_since: number | null;
    status: "open" | "frozen" | "paused";
    supplied_usd: number;
    supply_apr: number;
    supply_apy: number;
    tvl_usd: number;
    utilization: number | null;
   };
   cache_max_age_minutes: number;
   confidence: number;
   count: number;
   degraded: boolean;
   note: string;
   preview: true;
   preview_cached?: true;
   signed: false;
   timestamp: string;
  };
  DefiYieldPreview: {
   age_seconds: number;
   asset: "usdc" | "usdt" | "weth" | "dai" | "wbtc" | "usds" | "usdc_e";
   borrow_apr: number | null;
   cache_max_age_minutes: number;
   chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism";
   confidence: number;
   degraded: boolean;
   note: string;
   preview: true;
   preview_cached?: true;
   protocol: "aave" | "compound" | "spark" | "moonwell" | "sky" | "morpho" | "fluid" | "euler";
   signed: false;
   supply_apr: number;
   timestamp: string;
   utilization: number | null;
  };
  DegreesEast: string;
  DegreesNorth: string;
  EconCalendar: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   coverage: {
    CN: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
    EU: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
    GB: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
    JP: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
    US: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
   };
   degraded: boolean;
   event_count: number;
   events: {
    actual: string | null;
    country: "US" | "EU" | "GB" | "JP" | "CN";
    currency: string;
    date: string;
    estimated: boolean;
    event: string;
    forecast: string | null;
    impact: "high" | "medium";
    kind: "rate_decision" | "rate_minutes" | "cpi" | "cpi_flash" | "payrolls" | "gdp" | "pce" | "ppi" | "unemployment" | "retail_sales" | "trade" | "confidence" | "pmi_manufacturing" | "pmi_services";
    measure: string | null;
    period: string | null;
    prior: string | null;
    source: string;
    source_url: string;
    time: string | null;
    unit: string | null;
   }[];
   fetched_at: number;
   high_impact_count: number;
   missing: string[];
   next_time: string | null;
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   scope: string;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   today_count: number;
   unmatched: number;
   values: string;
  };
  EconCalendarCountry: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   coverage: {
    CN: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
    EU: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
    GB: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
    JP: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
    US: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
   };
   degraded: boolean;
   event_count: number;
   events: {
    actual: string | null;
    country: "US" | "EU" | "GB" | "JP" | "CN";
    currency: string;
    date: string;
    estimated: boolean;
    event: string;
    forecast: string | null;
    impact: "high" | "medium";
    kind: "rate_decision" | "rate_minutes" | "cpi" | "cpi_flash" | "payrolls" | "gdp" | "pce" | "ppi" | "unemployment" | "retail_sales" | "trade" | "confidence" | "pmi_manufacturing" | "pmi_services";
    measure: string | null;
    period: string | null;
    prior: string | null;
    source: string;
    source_url: string;
    time: string | null;
    unit: string | null;
   }[];
   fetched_at: number;
   high_impact_count: number;
   missing: string[];
   next_time: string | null;
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   scope: string;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   today_count: number;
   unmatched: number;
   values: string;
  };
  EconCalendarFomc: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   coverage: {
    CN: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
    EU: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
    GB: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
    JP: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
    US: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
   };
   degraded: boolean;
   event_count: number;
   fetched_at: number;
   high_impact_count: number;
   meetings: {
    actual: string | null;
    bank: string;
    country: "US" | "EU" | "GB" | "JP" | "CN";
    currency: string;
    date: string;
    estimated: boolean;
    event: string;
    forecast: string | null;
    impact: "high" | "medium";
    kind: "rate_decision" | "rate_minutes" | "cpi" | "cpi_flash" | "payrolls" | "gdp" | "pce" | "ppi" | "unemployment" | "retail_sales" | "trade" | "confidence" | "pmi_manufacturing" | "pmi_services";
    measure: string | null;
    period: string | null;
    prior: string | null;
    source: string;
    source_url: string;
    time: string | null;
    unit: string | null;
   }[];
   missing: string[];
   next: {
    actual: string | null;
    bank: string;
    country: "US" | "EU" | "GB" | "JP" | "CN";
    currency: string;
    date: string;
    estimated: boolean;
    event: string;
    forecast: string | null;
    impact: "high" | "medium";
    kind: "rate_decision" | "rate_minutes" | "cpi" | "cpi_flash" | "payrolls" | "gdp" | "pce" | "ppi" | "unemployment" | "retail_sales" | "trade" | "confidence" | "pmi_manufacturing" | "pmi_services";
    measure: string | null;
    period: string | null;
    prior: string | null;
    source: string;
    source_url: string;
    time: string | null;
    unit: string | null;
   };
   next_time: string | null;
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   scope: "RATES";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   unmatched: number;
   values: string;
  };
  EconCalendarPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   degraded: boolean;
   event_count: number;
   high_impact_count: number;
   next_time: string | null;
   note: string;
   preview: true;
   preview_cached?: true;
   scope: string;
   signed: false;
   timestamp: string;
   today_count: number;
  };
  EconCalendarToday: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   coverage: {
    CN: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
    EU: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
    GB: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
    JP: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
    US: {
     covered: boolean;
     sources: string[];
     until: string | null;
    };
   };
   degraded: boolean;
   event_count: number;
   events: {
    actual: string | null;
    country: "US" | "EU" | "GB" | "JP" | "CN";
    currency: string;
    date: string;
    estimated: boolean;
    event: string;
    forecast: string | null;
    impact: "high" | "medium";
    kind: "rate_decision" | "rate_minutes" | "cpi" | "cpi_flash" | "payrolls" | "gdp" | "pce" | "ppi" | "unemployment" | "retail_sales" | "trade" | "confidence" | "pmi_manufacturing" | "pmi_services";
    measure: string | null;
    period: string | null;
    prior: string | null;
    source: string;
    source_url: string;
    time: string | null;
    unit: string | null;
   }[];
   fetched_at: number;
   high_impact_count: number;
   missing: string[];
   next_time: string | null;
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   scope: string;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   today_count: number;
   unmatched: number;
   values: string;
  };
  EconCommodities: {
   canonical: components["schemas"]["Canonical"];
   canonicalstring: string;
   checked_at: number;
   checked_by: string[];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   disputed_by: string[];
   domain: string;
   fetched_at: number;
   indicator: string;
   missing: string[];
   observed_at: number;
   parts: {
    name: string;
    value: string;
   }[] | null;
   period: string;
   previous: {
    period: string;
    value: string;
   } | null;
   provisional: boolean;
   pubkey: components["schemas"]["PublicKey"];
   region: string;
   revised: boolean;
   series_id: string;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   source_agency: string;
   source_model: string;
   sources: string[];
   stale: boolean;
   timestamp: components["schemas"]["Timestamp"];
   unit: string;
   value: string;
   vintage_basis: "observed" | "first_read" | "computed";
   vintage_date: string;
  };
  EconCommoditiesPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   currency: string;
   degraded: boolean;
   method: string;
   note: string;
   pair: string;
   period: string;
   preview: true;
   preview_cached?: true;
   price: string;
   signed: false;
   sources: string[];
   timestamp: string;
  };
  EconEu: {
   canonical: components["schemas"]["Canonical"];
   canonicalstring: string;
   checked_at: number;
   checked_by: string[];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   disputed_by: string[];
   domain: string;
   fetched_at: number;
   indicator: string;
   missing: string[];
   observed_at: number;
   parts: {
    name: string;
    value: string;
   }[] | null;
   period: string;
   previous: {
    period: string;
    value: string;
   } | null;
   provisional: boolean;
   pubkey: components["schemas"]["PublicKey"];
   region: string;
   revised: boolean;
   series_id: string;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   source_agency: string;
   source_model: string;
   sources: string[];
   stale: boolean;
   timestamp: components["schemas"]["Timestamp"];
   unit: string;
   value: string;
   vintage_basis: "observed" | "first_read" | "computed";
   vintage_date: string;
  };
  EconEuPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   currency: string;
   degraded: boolean;
   method: string;
   note: string;
   pair: string;
   period: string;
   preview: true;
   preview_cached?: true;
   price: string;
   signed: false;
   sources: string[];
   timestamp: string;
  };
  EconExpiry: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   currency: string;
   degraded: boolean;
   exchange_count: number;
   fetched_at: number;
   missing: string[];
   next: {
    date: string;
    days_away: number;
    hours_away: number;
    open_interest_coins: number | null;
    open_interest_usd: number | null;
    put_call_ratio: number | null;
    time: number;
    type: "weekly" | "monthly" | "quarterly";
   };
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   source: "listed" | "rule";
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   upcoming: {
    date: string;
    days_away: number;
    hours_away: number;
    open_interest_coins: number | null;
    open_interest_usd: number | null;
    put_call_ratio: number | null;
    time: number;
    type: "weekly" | "monthly" | "quarterly";
   }[];
   within_24h: boolean;
  };
  EconExpiryPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   currency: string;
   degraded: boolean;
   next: {
    date: string;
    days_away: number;
    hours_away: number;
    open_interest_coins: number | null;
    open_interest_usd: number | null;
    put_call_ratio: number | null;
    time: number;
    type: "weekly" | "monthly" | "quarterly";
   };
   note: string;
   preview: true;
   preview_cached?: true;
   signed: false;
   source: "listed" | "rule";
   timestamp: string;
   within_24h: boolean;
  };
  EconSurprises: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   corrected: number;
   degraded: boolean;
   fetched_at: number;
   left_out: number;
   missing: string[];
   observed_at: number;
   overdue: number;
   pubkey: components["schemas"]["PublicKey"];
   release_count: number;
   releases: {
    actual: string;
    country: "US" | "EU" | "GB" | "JP" | "CN";
    currency: string;
    estimate: string;
    event: string;
    impact: "high" | "medium";
    measure: "rate_decision" | "cpi_mom" | "payrolls" | "gdp_annualized" | "unemployment" | "retail_sales_mom" | "pmi_manufacturing" | "pmi_services" | "jobless_claims";
    past_count: number;
    period: string | null;
    prior: string | null;
    sigma: number;
    sigma_basis: "past" | "table";
    sign: 1 | -1;
    sources: string[];
    surprise: string;
    surprise_z: number;
    time: string;
    unit: "percent" | "persons" | "points";
    weight: number;
   }[];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   surprise_index: number;
   timestamp: components["schemas"]["Timestamp"];
  };
  EconUs: {
   canonical: components["schemas"]["Canonical"];
   canonicalstring: string;
   checked_at: number;
   checked_by: string[];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   disputed_by: string[];
   domain: string;
   fetched_at: number;
   indicator: string;
   missing: string[];
   observed_at: number;
   parts: {
    name: string;
    value: string;
   }[] | null;
   period: string;
   previous: {
    period: string;
    value: string;
   } | null;
   provisional: boolean;
   pubkey: components["schemas"]["PublicKey"];
   region: string;
   revised: boolean;
   series_id: string;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   source_agency: string;
   source_model: string;
   sources: string[];
   stale: boolean;
   timestamp: components["schemas"]["Timestamp"];
   unit: string;
   value: string;
   vintage_basis: "observed" | "first_read" | "computed";
   vintage_date: string;
  };
  EconUsPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   currency: string;
   degraded: boolean;
   method: string;
   note: string;
   pair: string;
   period: string;
   preview: true;
   preview_cached?: true;
   price: string;
   signed: false;
   sources: string[];
   timestamp: string;
  };
  EnumCreated: {
   advice: string[];
   announcementId: string;
   announcementSignature: string;
   cancellable: boolean;
   canonical: components["schemas"]["Canonical"];
   compatibility: components["schemas"]["WalletCompatibility"][];
   contentHash: components["schemas"]["ContentHash"];
   createdAt: string;
   edgeRule?: string;
   eventid: string;
   evidenceHash?: string;
   label: string;
   manageToken?: string;
   maturityTs: number;
   nonces: string[];
   nonceSalt: string;
   oraclePubkey: string;
   outcomes: string[];
   override?: true;
   priceUsd: number;
   pubkey: components["schemas"]["PublicKey"];
   rail: "l402" | "x402" | "none";
   resolverConfig: {
    boundaries: number[];
    kind: "price_buckets";
    settledBy?: string;
    source: string;
   } | {
    kind: "webhook";
    url: string;
   } | null;
   rpoints: string[];
   serialized: string;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   status: "pending" | "settled";
   timestamp: components["schemas"]["Timestamp"];
   type: "enum";
   webhookKey?: string;
   webhookSecret?: string;
   webhookUrl?: string;
  };
  EnumPreview: {
   advice?: string[];
   cancellable?: boolean;
   compatibility?: components["schemas"]["WalletCompatibility"][];
   edgeRule?: string;
   eventid: string;
   ignored?: string[];
   label?: string;
   maturityTs?: number;
   nonceCount?: number;
   outcomes?: string[];
   preview: true;
   price?: {
    sats: number;
    usd: string;
   };
   rails?: ("l402" | "x402")[];
   resolverConfig?: {
    boundaries: number[];
    kind: "price_buckets";
    settledBy?: string;
    source: string;
   } | {
    kind: "webhook";
    url: string;
   } | null;
   signed: false;
   type: "enum";
   valid: true;
  };
  EventId: string;
  Funding: {
   annualized_pct: number;
   canonical: components["schemas"]["Canonical"];
   composite_rate_8h: number;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   divergence: {
    bps: number;
    flagged: boolean;
    highest: string;
    lowest: string;
   };
   exchange_count: number;
   exchanges: {
    exchange: string;
    index: number | null;
    interval_hours: number;
    mark: number;
    next_funding_time: number | null;
    next_rate_8h: number | null;
    next_rate_basis: "current" | "estimate" | "premium" | null;
    observed_at: number;
    open_interest_usd: number;
    rate: number;
    rate_8h: number;
    weight: number;
   }[];
   fetched_at: number;
   history_hours: number;
   median_rate_8h: number;
   missing: string[];
   observed_at: number;
   pair: string;
   predicted_basis: "current" | "estimate" | "premium" | "mixed" | null;
   predicted_current_share: number | null;
   predicted_rate_8h: number | null;
   pubkey: components["schemas"]["PublicKey"];
   regime: "EXTREME_BACKWARDATION" | "BACKWARDATION" | "NEUTRAL" | "CONTANGO" | "EXTREME_CONTANGO";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   zscore_3d: number | null;
  };
  FundingPreview: {
   age_seconds: number;
   annualized_pct: number;
   cache_max_age_minutes: number;
   composite_rate_8h: number;
   confidence: number;
   exchange_count: number;
   note: string;
   pair: string;
   preview: true;
   preview_cached?: true;
   regime: "EXTREME_BACKWARDATION" | "BACKWARDATION" | "NEUTRAL" | "CONTANGO" | "EXTREME_CONTANGO";
   signed: false;
   timestamp: string;
   zscore_3d: number | null;
  };
  GasChain: {
   baseFeeGwei: number;
   blockNumber: number;
   canonical: components["schemas"]["Canonical"];
   chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism" | "solana";
   chainId: number | null;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   gasPriceGwei: number;
   method: "median";
   missing: string[];
   native: "ETH" | "POL" | "SOL";
   nativePriceUsd: string;
   note: string;
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sourceCount: number;
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   txCostNative: string;
   txCostUsd: number;
  };
  GasChainPreview: {
   age_seconds: number;
   baseFeeGwei: number;
   cache_max_age_minutes: number;
   chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism" | "solana";
   confidence: number;
   degraded: boolean;
   gasPriceGwei: number;
   method: "median";
   nativePriceUsd: string;
   note: string;
   preview: true;
   preview_cached?: true;
   signed: false;
   sourceCount: number;
   timestamp: string;
   txCostUsd: number;
  };
  GasIndex: {
   canonical: components["schemas"]["Canonical"];
   cheapest: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism" | "solana";
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   method: "median";
   missing: ("ethereum" | "base" | "arbitrum" | "polygon" | "optimism" | "solana")[];
   note: string;
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   ranking: {
    age_seconds: number;
    chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism" | "solana";
    gasPriceGwei: number;
    rank: number;
    relative: number | null;
    txCostUsd: number;
   }[];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
  };
  GasIndexPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   cheapest: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism" | "solana";
   confidence: number;
   degraded: boolean;
   missing: ("ethereum" | "base" | "arbitrum" | "polygon" | "optimism" | "solana")[];
   note: string;
   preview: true;
   preview_cached?: true;
   ranking: {
    age_seconds: number;
    chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism" | "solana";
    gasPriceGwei: number;
    rank: number;
    relative: number | null;
    txCostUsd: number;
   }[];
   signed: false;
   timestamp: string;
  };
  Greeks: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   exchange_count: number;
   expiries: {
    atm_iv: number | null;
    atm_straddle: {
     delta: number;
     gamma: number;
     price_usd: number;
     rho: number;
     theta: number;
     vega: number;
    } | null;
    call_25d_iv: number | null;
    days_to_expiry: number;
    exchange: string;
    expiry: number;
    forward: number;
    open_interest_coins: number;
    option_count: number;
    put_25d_iv: number | null;
    skew_25d: number | null;
   }[];
   fetched_at: number;
   missing: string[];
   observed_at: number;
   omitted: number;
   option_count: number;
   options: {
    delta: number;
    exchange: string;
    expiry: number;
    forward: number;
    gamma: number;
    iv: number;
    kind: "call" | "put";
    open_interest: number;
    price_coin: number;
    price_usd: number;
    rho: number;
    strike: number;
    symbol: string;
    theta: number;
    vega: number;
   }[];
   pair: string;
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   summary: {
    atm_iv: number;
    days_to_expiry: number;
    expiry: number;
    skew_25d: number | null;
    straddle: {
     delta: number;
     gamma: number;
     price_usd: number;
     rho: number;
     theta: number;
     vega: number;
    };
   };
   timestamp: components["schemas"]["Timestamp"];
  };
  GreeksPreview: {
   age_seconds: number;
   atm_iv: number;
   cache_max_age_minutes: number;
   confidence: number;
   degraded: boolean;
   exchange_count: number;
   note: string;
   option_count: number;
   pair: string;
   preview: true;
   preview_cached?: true;
   signed: false;
   straddle_vega: number;
   timestamp: string;
  };
  HistoryFunding: {
   canonical: components["schemas"]["Canonical"];
   contentHash: components["schemas"]["ContentHash"];
   count: number;
   domain: string;
   exchange: string;
   from: number;
   pair: string;
   pubkey: components["schemas"]["PublicKey"];
   rows: {
    exchange: string;
    interval_hours: number | null;
    rate: string;
    rate_8h: string | null;
    t: number;
   }[];
   series: "funding";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
   to: number;
  };
  HistoryFundingPreview: {
   count: number;
   domain: string;
   exchange: string;
   from: number | null;
   pair: string;
   preview: true;
   rows: {
    exchange: string;
    interval_hours: number | null;
    rate: string;
    rate_8h: string | null;
    t: number;
   }[];
   series: "funding";
   signed: false;
   to: number;
  };
  HistoryMssi: {
   canonical: components["schemas"]["Canonical"];
   contentHash: components["schemas"]["ContentHash"];
   count: number;
   domain: string;
   from: number;
   interval: string;
   pubkey: components["schemas"]["PublicKey"];
   rows: {
    canonical: string;
    confidence?: number;
    pubkey: string;
    regime?: string;
    signature: string;
    signingScheme: "ed25519";
    t: number;
    unit?: string;
    value?: number;
   }[];
   series: "mssi";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
   to: number;
  };
  HistoryMssiPreview: {
   count: number;
   domain: string;
   from: number | null;
   interval: string;
   preview: true;
   rows: {
    canonical?: string;
    confidence?: number;
    pubkey?: string;
    regime?: string;
    signature?: string;
    signingScheme?: "ed25519";
    t?: number;
    unit?: string;
    value?: number;
   }[];
   series: "mssi";
   signed: false;
   to: number;
  };
  HistoryMsti: {
   canonical: components["schemas"]["Canonical"];
   contentHash: components["schemas"]["ContentHash"];
   count: number;
   domain: string;
   from: number;
   interval: string;
   pubkey: components["schemas"]["PublicKey"];
   rows: {
    canonical: string;
    confidence?: number;
    pubkey: string;
    regime?: string;
    signature: string;
    signingScheme: "ed25519";
    t: number;
    unit?: string;
    value?: number;
   }[];
   series: "msti";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
   to: number;
  };
  HistoryMstiPreview: {
   count: number;
   domain: string;
   from: number | null;
   interval: string;
   preview: true;
   rows: {
    canonical?: string;
    confidence?: number;
    pubkey?: string;
    regime?: string;
    signature?: string;
    signingScheme?: "ed25519";
    t?: number;
    unit?: string;
    value?: number;
   }[];
   series: "msti";
   signed: false;
   to: number;
  };
  HistoryMsvi: {
   canonical: components["schemas"]["Canonical"];
   contentHash: components["schemas"]["ContentHash"];
   count: number;
   domain: string;
   from: number;
   interval: string;
   pubkey: components["schemas"]["PublicKey"];
   rows: {
    canonical: string;
    confidence?: number;
    pubkey: string;
    signature: string;
    signingScheme: "ed25519";
    t: number;
    unit?: string;
    value?: number;
   }[];
   series: "msvi";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
   to: number;
  };
  HistoryMsviPreview: {
   count: number;
   domain: string;
   from: number | null;
   interval: string;
   preview: true;
   rows: {
    canonical?: string;
    confidence?: number;
    pubkey?: string;
    signature?: string;
    signingScheme?: "ed25519";
    t?: number;
    unit?: string;
    value?: number;
   }[];
   series: "msvi";
   signed: false;
   to: number;
  };
  HistoryMsxi: {
   canonical: components["schemas"]["Canonical"];
   contentHash: components["schemas"]["ContentHash"];
   count: number;
   domain: string;
   from: number;
   interval: string;
   pubkey: components["schemas"]["PublicKey"];
   rows: {
    canonical: string;
    confidence?: number;
    pubkey: string;
    regime?: string;
    signature: string;
    signingScheme: "ed25519";
    t: number;
    unit?: string;
    value?: number;
   }[];
   series: "msxi";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
   to: number;
  };
  HistoryMsxiPreview: {
   count: number;
   domain: string;
   from: number | null;
   interval: string;
   preview: true;
   rows: {
    canonical?: string;
    confidence?: number;
    pubkey?: string;
    regime?: string;
    signature?: string;
    signingScheme?: "ed25519";
    t?: number;
    unit?: string;
    value?: number;
   }[];
   series: "msxi";
   signed: false;
   to: number;
  };
  HistorySpot: {
   canonical: components["schemas"]["Canonical"];
   contentHash: components["schemas"]["ContentHash"];
   count: number;
   domain: string;
   from: number;
   interval: string;
   pair: string;
   pubkey: components["schemas"]["PublicKey"];
   rows: {
    c: string;
    h: string;
    l: string;
    n: number;
    o: string;
    origin: "published" | "exchange" | "mixed";
    t: number;
    v: string | null;
   }[];
   series: "spot";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
   to: number;
  };
  HistorySpotPreview: {
   count: number;
   domain: string;
   from: number | null;
   interval: string;
   pair: string;
   preview: true;
   rows: {
    c: string;
    h: string;
    l: string;
    n: number;
    o: string;
    origin: "published" | "exchange" | "mixed";
    t: number;
    v: string | null;
   }[];
   series: "spot";
   signed: false;
   to: number;
  };
  IndexContagion: {
   canonical: components["schemas"]["Canonical"];
   components: {
    beta: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    corr: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    dxy: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    eqv: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
   };
   computedAt: number;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   fisher_se: number | null;
   methodVersion: number;
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   regime: "DECOUPLED" | "MIXED" | "COUPLED" | "CONTAGION";
   regime_since: number;
   returns: number | null;
   scope: "MARKET";
   session: "SP500";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
   unit: "index";
   value: number;
  };
  IndexContagionPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   degraded: boolean;
   methodVersion: number;
   note: string;
   preview: true;
   preview_cached?: true;
   regime: "DECOUPLED" | "MIXED" | "COUPLED" | "CONTAGION";
   scope: "MARKET";
   signed: false;
   timestamp: string;
   unit: "index";
   value: number;
  };
  IndexEquityStress: {
   canonical: components["schemas"]["Canonical"];
   components: {
    credit: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    dxy: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    ivrv: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    vix: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    vvix: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
   };
   computedAt: number;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   methodVersion: number;
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   regime: "CALM" | "MODERATE" | "ELEVATED" | "HIGH" | "EXTREME";
   regime_since: number;
   scope: "EQUITY";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
   unit: "index";
   value: number;
  };
  IndexEquityStressPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   degraded: boolean;
   methodVersion: number;
   note: string;
   preview: true;
   preview_cached?: true;
   regime: "CALM" | "MODERATE" | "ELEVATED" | "HIGH" | "EXTREME";
   scope: "EQUITY";
   signed: false;
   timestamp: string;
   unit: "index";
   value: number;
  };
  IndexNqVolatility: {
   canonical: components["schemas"]["Canonical"];
   components: {
    beta: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    mom: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    rv: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    ts: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    vvix: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
   };
   computedAt: number;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   methodVersion: number;
   observed_at: number;
   pair: "NQUSD";
   pubkey: components["schemas"]["PublicKey"];
   regime: "CALM" | "MODERATE" | "ELEVATED" | "HIGH" | "EXTREME";
   regime_since: number;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
   unit: "index";
   value: number;
  };
  IndexNqVolatilityPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   degraded: boolean;
   methodVersion: number;
   note: string;
   pair: "NQUSD";
   preview: true;
   preview_cached?: true;
   regime: "CALM" | "MODERATE" | "ELEVATED" | "HIGH" | "EXTREME";
   signed: false;
   timestamp: string;
   unit: "index";
   value: number;
  };
  IndexSentiment: {
   canonical: components["schemas"]["Canonical"];
   components: {
    basis: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    fr: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    pcr: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    skew: {
     confidence: number;
     sources: string[];
     tenor_days: number | null;
     value: number | null;
     weight: number;
    };
    ts: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
   };
   computedAt: number;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   methodVersion: number;
   observed_at: number;
   pair: string;
   pubkey: components["schemas"]["PublicKey"];
   regime: "EXTREMEBEARISH" | "BEARISH" | "NEUTRAL" | "BULLISH" | "EXTREMEBULLISH";
   regime_since: number;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
   unit: "index";
   value: number;
  };
  IndexSentimentPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   degraded: boolean;
   methodVersion: number;
   note: string;
   pair: string;
   preview: true;
   preview_cached?: true;
   regime: "EXTREMEBEARISH" | "BEARISH" | "NEUTRAL" | "BULLISH" | "EXTREMEBULLISH";
   signed: false;
   timestamp: string;
   unit: "index";
   value: number;
  };
  IndexStress: {
   canonical: components["schemas"]["Canonical"];
   components: {
    disp: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    fr: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    stbl: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    vol: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
   };
   computedAt: number;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   methodVersion: number;
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   regime: "CALM" | "ELEVATED" | "HIGH" | "EXTREME";
   regime_since: number;
   scope: "MARKET";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
   unit: "index";
   value: number;
  };
  IndexStressPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   degraded: boolean;
   methodVersion: number;
   note: string;
   preview: true;
   preview_cached?: true;
   regime: "CALM" | "ELEVATED" | "HIGH" | "EXTREME";
   scope: "MARKET";
   signed: false;
   timestamp: string;
   unit: "index";
   value: number;
  };
  IndexVolatility: {
   canonical: components["schemas"]["Canonical"];
   components: {
    fr: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    iv: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    pcr: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    rv: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
    ts: {
     confidence: number;
     sources: string[];
     value: number | null;
     weight: number;
    };
   };
   computedAt: number;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   methodVersion: number;
   normalized: boolean;
   observed_at: number;
   pair: string;
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   spotPrice?: number;
   timestamp: components["schemas"]["Timestamp"];
   unit: "index" | "pct_annualized";
   value: number;
  };
  IndexVolatilityPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   degraded: boolean;
   methodVersion: number;
   note: string;
   pair: string;
   preview: true;
   preview_cached?: true;
   signed: false;
   timestamp: string;
   unit: "index" | "pct_annualized";
   value: number;
  };
  InferenceAll: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   fetched_at: number;
   left_out: {
    model: string;
    provider: "openai" | "anthropic" | "groq" | "together" | "fireworks" | "cerebras";
    reason: "disputed" | "unsettled" | "retired" | "unknown";
   }[];
   missing: string[];
   model_count: number;
   models: {
    agreement: "agreed" | "single";
    context_window: number;
    disputed_by: string[];
    input_usd_per_m_tokens: number;
    model: string;
    observed_at: number;
    output_usd_per_m_tokens: number;
    provider: "openai" | "anthropic" | "groq" | "together" | "fireworks" | "cerebras";
    sources: string[];
    tier: "frontier" | "efficient" | "fast" | "reasoning";
   }[];
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   updated_at: string;
  };
  InferenceCompare: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   fetched_at: number;
   left_out: {
    model: string;
    provider: "openai" | "anthropic" | "groq" | "together" | "fireworks" | "cerebras";
    reason: "disputed" | "unsettled" | "retired" | "unknown";
   }[];
   missing: string[];
   model_count: number;
   models: {
    agreement: "agreed" | "single";
    context_window: number;
    disputed_by: string[];
    input_usd_per_m_tokens: number;
    model: string;
    observed_at: number;
    output_usd_per_m_tokens: number;
    provider: "openai" | "anthropic" | "groq" | "together" | "fireworks" | "cerebras";
    sources: string[];
    tier: "frontier" | "efficient" | "fast" | "reasoning";
   }[];
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   tiers: {
    candidates: number;
    cheapest: {
     agreement: "agreed" | "single";
     blended_usd_per_m_tokens: number;
     context_window: number;
     disputed_by: string[];
     input_usd_per_m_tokens: number;
     model: string;
     observed_at: number;
     output_usd_per_m_tokens: number;
     provider: "openai" | "anthropic" | "groq" | "together" | "fireworks" | "cerebras";
     sources: string[];
     tier: "frontier" | "efficient" | "fast" | "reasoning";
    };
    tier: "frontier" | "efficient" | "fast" | "reasoning";
   }[];
   timestamp: components["schemas"]["Timestamp"];
   updated_at: string;
  };
  InferencePricing: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   fetched_at: number;
   left_out: {
    model: string;
    provider: "openai" | "anthropic" | "groq" | "together" | "fireworks" | "cerebras";
    reason: "disputed" | "unsettled" | "retired" | "unknown";
   }[];
   missing: string[];
   model_count: number;
   models: {
    agreement: "agreed" | "single";
    context_window: number;
    disputed_by: string[];
    input_usd_per_m_tokens: number;
    model: string;
    observed_at: number;
    output_usd_per_m_tokens: number;
    provider: "openai" | "anthropic" | "groq" | "together" | "fireworks" | "cerebras";
    sources: string[];
    tier: "frontier" | "efficient" | "fast" | "reasoning";
   }[];
   observed_at: number;
   provider: "openai" | "anthropic" | "groq" | "together" | "fireworks" | "cerebras";
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   updated_at: string;
  };
  InferenceTask: {
   best: {
    agreement: "agreed" | "single";
    blended_usd_per_m_tokens: number;
    context_window: number;
    disputed_by: string[];
    input_usd_per_m_tokens: number;
    model: string;
    observed_at: number;
    output_usd_per_m_tokens: number;
    provider: "openai" | "anthropic" | "groq" | "together" | "fireworks" | "cerebras";
    sources: string[];
    tier: "frontier" | "efficient" | "fast" | "reasoning";
   };
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   fetched_at: number;
   left_out: {
    model: string;
    provider: "openai" | "anthropic" | "groq" | "together" | "fireworks" | "cerebras";
    reason: "disputed" | "unsettled" | "retired" | "unknown";
   }[];
   missing: string[];
   model_count: number;
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   ranking: {
    agreement: "agreed" | "single";
    blended_usd_per_m_tokens: number;
    context_window: number;
    disputed_by: string[];
    input_usd_per_m_tokens: number;
    model: string;
    observed_at: number;
    output_usd_per_m_tokens: number;
    provider: "openai" | "anthropic" | "groq" | "together" | "fireworks" | "cerebras";
    sources: string[];
    tier: "frontier" | "efficient" | "fast" | "reasoning";
   }[];
   rule: string;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   task: "chat" | "code" | "reasoning" | "long_context" | "fast";
   timestamp: components["schemas"]["Timestamp"];
   updated_at: string;
  };
  Instruments: {
   canonical: components["schemas"]["Canonical"];
   coin: string;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   contract_count: number;
   degraded: boolean;
   exchange_count: number;
   expiries: {
    days: number;
    expiry: number;
    tag: "daily" | "weekly" | "monthly" | "quarterly";
    venues: {
     calls: number;
     coverage: number | null;
     exchange: string;
     k_max: number | null;
     k_min: number | null;
     open_interest_coins: number;
     puts: number;
     strikes: number;
     strikes_with_oi: number;
     two_sided_share: number;
     volume_24h_usd: number | null;
    }[];
   }[];
   expiry_count: number;
   fetched_at: number;
   listed_at: number;
   market: "options";
   missing: string[];
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   strike_count: number;
   timestamp: components["schemas"]["Timestamp"];
  };
  InstrumentsPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   coin: string;
   confidence: number;
   contract_count: number;
   degraded: boolean;
   exchange_count: number;
   expiry_count: number;
   market: "options";
   note: string;
   preview: true;
   preview_cached?: true;
   signed: false;
   strike_count: number;
   timestamp: string;
  };
  IntelConsensus: {
   agreement: number;
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   consensus: "STRONG" | "MODERATE" | "WEAK" | "CONFLICTED";
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   coverage: number;
   degraded: boolean;
   disclaimer: "Classification of past and present market data only. A measurement, not a forecast, and not investment advice.";
   dominant_theme: "BULLISH" | "STRESSED" | "BEARISH" | "NEUTRAL" | "MIXED";
   inputs: {
    contagion: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("DECOUPLED" | "MIXED" | "COUPLED" | "CONTAGION") | null;
    };
    contagion_confidence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    divergence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("NONE" | "LOW" | "MODERATE" | "HIGH" | "EXTREME") | null;
    };
    macro_risk: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("LOW" | "MODERATE" | "ELEVATED" | "HIGH" | "CRITICAL") | null;
    };
    macro_risk_confidence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    perp_btc: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE") | null;
    };
    perp_btc_confidence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    perp_eth: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE") | null;
    };
    perp_eth_confidence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    perp_sol: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE") | null;
    };
    perp_sol_confidence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    regimes_changed: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    stress: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("CALM" | "ELEVATED" | "HIGH" | "EXTREME") | null;
    };
    stress_confidence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    tradfi: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("RISK_ON" | "NEUTRAL" | "STRESS" | "PANIC") | null;
    };
    tradfi_confidence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
   };
   layer: "Oracle Intelligence";
   missing: string[];
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   service: "consensus";
   shares: {
    BEARISH: number;
    BULLISH: number;
    NEUTRAL: number;
    STRESSED: number;
   };
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
   votes: {
    contagion: "BULLISH" | "STRESSED" | "BEARISH" | "NEUTRAL" | null;
    macro_risk: "BULLISH" | "STRESSED" | "BEARISH" | "NEUTRAL" | null;
    perp_btc: "BULLISH" | "STRESSED" | "BEARISH" | "NEUTRAL" | null;
    perp_eth: "BULLISH" | "STRESSED" | "BEARISH" | "NEUTRAL" | null;
    perp_sol: "BULLISH" | "STRESSED" | "BEARISH" | "NEUTRAL" | null;
    stress: "BULLISH" | "STRESSED" | "BEARISH" | "NEUTRAL" | null;
    tradfi: "BULLISH" | "STRESSED" | "BEARISH" | "NEUTRAL" | null;
   };
   weights: {
    contagion: number;
    macro_risk: number;
    perp_btc: number;
    perp_eth: number;
    perp_sol: number;
    stress: number;
    tradfi: number;
   };
  };
  IntelConsensusPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   dominant_theme: "BULLISH" | "STRESSED" | "BEARISH" | "NEUTRAL" | "MIXED";
   note: string;
   preview: true;
   preview_cached?: true;
   service: "consensus";
   signed: false;
   timestamp: string;
  };
  IntelDefiOpportunity: {
   all_opportunities: {
    asset: "usdc" | "usdt" | "weth" | "dai" | "wbtc" | "usds" | "usdc_e";
    chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism";
    cross_chain: boolean;
    incentive_apr: number | null;
    observed_at: number;
    protocol: "aave" | "compound" | "spark" | "moonwell" | "sky" | "morpho" | "fluid" | "euler";
    raw_apr: number;
    risk_adjusted_apr: number;
    stress_penalty: number;
    supplied_usd: number;
    utilization: number | null;
   }[];
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   disclaimer: "Classification of past and present market data only. A measurement, not a forecast, and not investment advice.";
   eligible: {
    asset: "usdc" | "usdt" | "weth" | "dai" | "wbtc" | "usds" | "usdc_e";
    chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism";
    cross_chain: boolean;
    incentive_apr: number | null;
    observed_at: number;
    protocol: "aave" | "compound" | "spark" | "moonwell" | "sky" | "morpho" | "fluid" | "euler";
    raw_apr: number;
    risk_adjusted_apr: number;
    stress_penalty: number;
    supplied_usd: number;
    utilization: number | null;
   }[];
   highest_opportunity: {
    asset: "usdc" | "usdt" | "weth" | "dai" | "wbtc" | "usds" | "usdc_e";
    chain: "ethereum" | "base" | "arbitrum" | "polygon" | "optimism";
    cross_chain: boolean;
    incentive_apr: number | null;
    observed_at: number;
    protocol: "aave" | "compound" | "spark" | "moonwell" | "sky" | "morpho" | "fluid" | "euler";
    rationale: string;
    raw_apr: number;
    risk_adjusted_apr: number;
    stress_penalty: number;
    supplied_usd: number;
    utilization: number | null;
   };
   inputs: {
    contagion: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("DECOUPLED" | "MIXED" | "COUPLED" | "CONTAGION") | null;
    };
    rates: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    rates_confidence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    stress: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("CALM" | "ELEVATED" | "HIGH" | "EXTREME") | null;
    };
    stress_confidence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    stress_value: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
   };
   layer: "Oracle Intelligence";
   market_context: {
    mssi_regime: string | null;
    mssi_value: number | null;
    msti_regime: string | null;
   };
   missing: string[];
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   service: "defi_opportunity";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
  };
  IntelDefiOpportunityPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   market_context: {
    mssi_regime: string | null;
    mssi_value: number | null;
    msti_regime: string | null;
   };
   note: string;
   preview: true;
   preview_cached?: true;
   service: "defi_opportunity";
   signed: false;
   timestamp: string;
  };
  IntelDivergence: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contagion_amplified: boolean;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   crypto_score: number;
   crypto_stance: "BULLISH" | "NEUTRAL" | "BEARISH";
   degraded: boolean;
   direction: "aligned" | "crypto_bullish_tradfi_stressed" | "crypto_bearish_tradfi_complacent" | "crypto_leads_recovery" | "crypto_ignores_risk" | "tradfi_stressed_crypto_unmoved";
   disclaimer: "Classification of past and present market data only. A measurement, not a forecast, and not investment advice.";
   divergence: "NONE" | "LOW" | "MODERATE" | "HIGH" | "EXTREME";
   divergence_score: number;
   gap: number;
   inputs: {
    basis: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("BACKWARDATION" | "FLAT" | "CONTANGO") | null;
    };
    contagion: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("DECOUPLED" | "MIXED" | "COUPLED" | "CONTAGION") | null;
    };
    funding_zscore: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    macro_risk: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("LOW" | "MODERATE" | "ELEVATED" | "HIGH" | "CRITICAL") | null;
    };
    perp_btc: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE") | null;
    };
    perp_btc_confidence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    perp_eth: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE") | null;
    };
    perp_sol: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE") | null;
    };
    regimes_changed: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    stress: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("CALM" | "ELEVATED" | "HIGH" | "EXTREME") | null;
    };
    tradfi: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("RISK_ON" | "NEUTRAL" | "STRESS" | "PANIC") | null;
    };
    tradfi_confidence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
   };
   layer: "Oracle Intelligence";
   missing: string[];
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   service: "divergence";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
   tradfi_score: number;
   tradfi_stance: "BULLISH" | "NEUTRAL" | "STRESSED";
  };
  IntelDivergencePreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   direction: "aligned" | "crypto_bullish_tradfi_stressed" | "crypto_bearish_tradfi_complacent" | "crypto_leads_recovery" | "crypto_ignores_risk" | "tradfi_stressed_crypto_unmoved";
   divergence: "NONE" | "LOW" | "MODERATE" | "HIGH" | "EXTREME";
   note: string;
   preview: true;
   preview_cached?: true;
   service: "divergence";
   signed: false;
   timestamp: string;
  };
  IntelMacroRisk: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   disclaimer: "Classification of past and present market data only. A measurement, not a forecast, and not investment advice.";
   factors: {
    contagion: {
     msti: number | null;
     points: number | null;
     regime: string | null;
     weight: number;
    };
    crypto_stress: {
     mssi: number | null;
     points: number | null;
     regime: string | null;
     weight: number;
    };
    macro_calendar: {
     high_impact_today: number | null;
     hours_to_next_high: number | null;
     imminent_bonus: number | null;
     points: number | null;
     weight: number;
    };
   };
   inputs: {
    calendar_confidence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    contagion: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("DECOUPLED" | "MIXED" | "COUPLED" | "CONTAGION") | null;
    };
    contagion_confidence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    contagion_value: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    high_impact_today: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    next_high_impact_at: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    stress: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("CALM" | "ELEVATED" | "HIGH" | "EXTREME") | null;
    };
    stress_confidence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    stress_value: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
   };
   layer: "Oracle Intelligence";
   missing: string[];
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   risk_regime: "LOW" | "MODERATE" | "ELEVATED" | "HIGH" | "CRITICAL";
   risk_score: number;
   service: "macro_risk";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
  };
  IntelMacroRiskPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   note: string;
   preview: true;
   preview_cached?: true;
   risk_regime: "LOW" | "MODERATE" | "ELEVATED" | "HIGH" | "CRITICAL";
   service: "macro_risk";
   signed: false;
   timestamp: string;
  };
  IntelPerpSetup: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   disclaimer: "Classification of past and present market data only. A measurement, not a forecast, and not investment advice.";
   highest_confidence_setup: {
    confidence: number;
    currency: "BTC" | "ETH" | "SOL";
    edge: string[];
    invalidation_conditions: string[];
    regime: "BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE";
    risk: "LOW" | "MODERATE" | "ELEVATED" | "HIGH" | "EXTREME";
    score: number;
    signal_alignment: "LONG" | "SHORT" | "NEUTRAL";
   } | null;
   inputs: {
    btc: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: {
      bias: "LONG" | "SHORT" | "NEUTRAL";
      confidence: number;
      contributions: {
       [key: string]: number;
      };
      regime: "BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE";
      risk: "LOW" | "MODERATE" | "ELEVATED" | "HIGH" | "EXTREME";
     } | null;
    };
    eth: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: {
      bias: "LONG" | "SHORT" | "NEUTRAL";
      confidence: number;
      contributions: {
       [key: string]: number;
      };
      regime: "BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE";
      risk: "LOW" | "MODERATE" | "ELEVATED" | "HIGH" | "EXTREME";
     } | null;
    };
    sol: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: {
      bias: "LONG" | "SHORT" | "NEUTRAL";
      confidence: number;
      contributions: {
       [key: string]: number;
      };
      regime: "BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE";
      risk: "LOW" | "MODERATE" | "ELEVATED" | "HIGH" | "EXTREME";
     } | null;
    };
    stress: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("CALM" | "ELEVATED" | "HIGH" | "EXTREME") | null;
    };
   };
   layer: "Oracle Intelligence";
   market_bias: "RISK_ON" | "CAUTIOUS" | "RISK_OFF" | "NEUTRAL";
   missing: string[];
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   scanned: {
    bias: "LONG" | "SHORT" | "NEUTRAL";
    confidence: number;
    currency: "BTC" | "ETH" | "SOL";
    qualifies: boolean;
    regime: "BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE";
    risk: "LOW" | "MODERATE" | "ELEVATED" | "HIGH" | "EXTREME";
    score: number;
   }[];
   service: "perp_setup";
   setups_found: number;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
  };
  IntelPerpSetupPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   market_bias: "RISK_ON" | "CAUTIOUS" | "RISK_OFF" | "NEUTRAL";
   note: string;
   preview: true;
   preview_cached?: true;
   service: "perp_setup";
   setups_found: number;
   signed: false;
   timestamp: string;
  };
  IntelPersistence: {
   canonical: components["schemas"]["Canonical"];
   censored: boolean;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   currency: "BTC" | "ETH" | "SOL";
   current_regime: "BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE";
   degraded: boolean;
   disclaimer: "Classification of past and present market data only. A measurement, not a forecast, and not investment advice.";
   duration_hours: number;
   historical_percentile: number | null;
   historical_runs: number;
   inputs: {
    regime_start: {
     actor: string;
     contentHash: null;
     timestamp: number;
     value: number;
    };
    run_hours: {
     actor: string;
     contentHash: null;
     timestamp: number;
     value: number[];
    };
   };
   layer: "Oracle Intelligence";
   median_duration_hours: number | null;
   missing: string[];
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   service: "regime_persistence";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
   typical_remaining_hours: number | null;
  };
  IntelPersistencePreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   currency: "BTC" | "ETH" | "SOL";
   current_regime: "BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE";
   note: string;
   preview: true;
   preview_cached?: true;
   service: "regime_persistence";
   signed: false;
   timestamp: string;
  };
  IntelRegimeChange: {
   canonical: components["schemas"]["Canonical"];
   compared: number;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   currencies: ("BTC" | "ETH" | "SOL")[];
   degraded: boolean;
   disclaimer: "Classification of past and present market data only. A measurement, not a forecast, and not investment advice.";
   inputs: {
    btc_before: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE") | null;
    };
    btc_confidence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    btc_now: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE") | null;
    };
    btc_risk: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("LOW" | "MODERATE" | "ELEVATED" | "HIGH" | "EXTREME") | null;
    };
    eth_before: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE") | null;
    };
    eth_confidence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    eth_now: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE") | null;
    };
    eth_risk: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("LOW" | "MODERATE" | "ELEVATED" | "HIGH" | "EXTREME") | null;
    };
    sol_before: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE") | null;
    };
    sol_confidence: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    sol_now: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE") | null;
    };
    sol_risk: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("LOW" | "MODERATE" | "ELEVATED" | "HIGH" | "EXTREME") | null;
    };
   };
   layer: "Oracle Intelligence";
   missing: string[];
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   regime_changed: boolean;
   service: "regime_change";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
   transitions: {
    bias_changed: boolean | null;
    currency: "BTC" | "ETH" | "SOL";
    current: {
     bias: "LONG" | "SHORT" | "NEUTRAL" | null;
     confidence: number | null;
     regime: "BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE" | null;
     risk: "LOW" | "MODERATE" | "ELEVATED" | "HIGH" | "EXTREME" | null;
    };
    from_regime: "BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE" | null;
    regime_changed: boolean | null;
    to_regime: "BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE" | null;
    two_hours_ago: {
     bias: "LONG" | "SHORT" | "NEUTRAL" | null;
     regime: "BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE" | null;
    };
   }[];
   transitions_found: number;
  };
  IntelRegimeChangePreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   note: string;
   preview: true;
   preview_cached?: true;
   regime_changed: boolean;
   service: "regime_change";
   signed: false;
   timestamp: string;
   transitions_found: number;
  };
  Iv: {
   atm_iv: number;
   butterfly_25d: number | null;
   call_25d_iv: number | null;
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   exchange_count: number;
   expiries: {
    atm_iv: number | null;
    days: number;
    expiry: string;
    forward: number;
    option_count: number;
    two_sided_share: number;
   }[];
   fetched_at: number;
   missing: string[];
   near_far_ratio: number | null;
   observed_at: number;
   option_count: number;
   pair: string;
   pubkey: components["schemas"]["PublicKey"];
   put_25d_iv: number | null;
   risk_reversal_25d: number | null;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   skew_expiry: string | null;
   skew_tenor_days: number | null;
   smile: {
    iv: number;
    strike: number;
   }[];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
  };
  IvPreview: {
   age_seconds: number;
   atm_iv: number;
   cache_max_age_minutes: number;
   call_25d_iv: number | null;
   confidence: number;
   degraded: boolean;
   exchange_count: number;
   near_far_ratio: number | null;
   note: string;
   pair: string;
   preview: true;
   preview_cached?: true;
   put_25d_iv: number | null;
   risk_reversal_25d: number | null;
   signed: false;
   timestamp: string;
  };
  IvSurface: {
   atm_iv_30d: number;
   canonical: components["schemas"]["Canonical"];
   compared_count: number;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   divergence_alert_count: number;
   divergence_alerts: {
    expiry: string;
    high: string;
    level: "LOW" | "MEDIUM" | "HIGH";
    low: string;
    strike: number;
    vp: number;
   }[];
   exchange_count: number;
   expiries: {
    atm: {
     [key: string]: number;
    };
    days: number;
    expiry: string;
    forward: {
     [key: string]: number;
    };
    points: {
     ask_iv: {
      [key: string]: number;
     };
     bid_iv: {
      [key: string]: number;
     };
     divergence_vp: number | null;
     iv: {
      [key: string]: number;
     };
     k: number;
     strike: number;
     svi_iv: number | null;
    }[];
    svi_rmse_vp: number | null;
   }[];
   expiry_count: number;
   fetched_at: number;
   mispricing_alert_count: number;
   mispricing_alerts: {
    diff_vp: number;
    exchange: string;
    expiry: string;
    sign: "rich" | "cheap";
    strike: number;
   }[];
   missing: string[];
   notice: "a difference between venues, not a signal";
   observed_at: number;
   pair: string;
   point_count: number;
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   svi_expiry_count: number;
   timestamp: components["schemas"]["Timestamp"];
  };
  IvSurfacePreview: {
   age_seconds: number;
   atm_iv_30d: number;
   cache_max_age_minutes: number;
   confidence: number;
   degraded: boolean;
   divergence_alert_count: number;
   exchange_count: number;
   expiry_count: number;
   mispricing_alert_count: number;
   note: string;
   pair: string;
   point_count: number;
   preview: true;
   preview_cached?: true;
   signed: false;
   timestamp: string;
  };
  LiqFlow: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   domain: string;
   dominant_side: "long" | "short" | "neutral";
   event_count: number;
   exchanges: {
    coverage: "full" | "sampled";
    event_count: number;
    exchange: string;
    listened: number;
    long_usd: string;
    short_usd: string;
    status: "live" | "silent" | "partial";
   }[];
   imbalance: number;
   largest: {
    exchange: string;
    price: string;
    side: "long" | "short";
    time: number;
    usd: string;
   } | null;
   listened: number;
   long_usd: string;
   lower_bound: true;
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   short_usd: string;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   window: "1h" | "4h" | "24h";
   window_from: number;
  };
  LiqFlowPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   degraded: boolean;
   domain: string;
   dominant_side: "long" | "short" | "neutral";
   event_count: number;
   listened: number;
   long_usd: string;
   note: string;
   preview: true;
   preview_cached?: true;
   short_usd: string;
   signed: false;
   sources: string[];
   timestamp: string;
   window: "1h" | "4h" | "24h";
  };
  Liquidations: {
   burst: {
    active: boolean;
    last_minute_usd: string;
    z: number | null;
   };
   canonical: components["schemas"]["Canonical"];
   clustering: {
    fano: number | null;
    price_hhi: number;
    time: number | null;
   };
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   domain: string;
   dominant_side: "long" | "short" | "neutral";
   event_count: number;
   exchanges: {
    coverage: "full" | "sampled";
    event_count: number;
    exchange: string;
    listened: number;
    long_usd: string;
    short_usd: string;
    status: "live" | "silent" | "partial";
   }[];
   imbalance: number;
   largest: {
    exchange: string;
    price: string;
    side: "long" | "short";
    time: number;
    usd: string;
   } | null;
   listened: number;
   long_usd: string;
   lower_bound: true;
   minutes_heard: number;
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   short_usd: string;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   window_seconds: 3600;
  };
  LiquidationsPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   degraded: boolean;
   domain: string;
   dominant_side: "long" | "short" | "neutral";
   event_count: number;
   listened: number;
   long_usd: string;
   note: string;
   preview: true;
   preview_cached?: true;
   short_usd: string;
   signed: false;
   sources: string[];
   timestamp: string;
  };
  MarineRoute: {
   canonical: components["schemas"]["Canonical"];
   compared: {
    agrees: boolean;
    bound: number;
    days?: number;
    difference: number;
    second: number;
    source: string;
    unit: string;
    value: number;
   } | null;
   computedAt: number;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   heavy_weather_encountered: boolean;
   max_wave_height_m: number;
   mean_wave_height_m: number;
   observed_at: number;
   points_on_land: number;
   pubkey: components["schemas"]["PublicKey"];
   readings: {
    data_timestamp: string;
    lat: number;
    lon: number;
    sea_state: "CALM" | "SLIGHT" | "MODERATE" | "ROUGH" | "HEAVY" | "SEVERE" | "EXTREME";
    wave_height_m: number;
   }[];
   route: {
    distance_nm: number;
    from: {
     lat: number;
     lon: number;
    };
    to: {
     lat: number;
     lon: number;
    };
   };
   severe_weather_encountered: boolean;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   source: string;
   timestamp: components["schemas"]["Timestamp"];
   waypoints_sampled: number;
   worst_sea_state: "CALM" | "SLIGHT" | "MODERATE" | "ROUGH" | "HEAVY" | "SEVERE" | "EXTREME";
  };
  MarineSeastate: {
   canonical: components["schemas"]["Canonical"];
   compared: {
    agrees: boolean;
    bound: number;
    days?: number;
    difference: number;
    second: number;
    source: string;
    unit: string;
    value: number;
   } | null;
   computedAt: number;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   data_timestamp: string;
   lat: number;
   lon: number;
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   sea_state: "CALM" | "SLIGHT" | "MODERATE" | "ROUGH" | "HEAVY" | "SEVERE" | "EXTREME";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   source: string;
   swell_height_m: number;
   timestamp: components["schemas"]["Timestamp"];
   triggers: {
    extreme: boolean;
    heavy: boolean;
    severe: boolean;
   };
   wave_height_m: number;
  };
  MarineSeastatePreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   heavy_weather: boolean;
   lat: number;
   lon: number;
   note: string;
   preview: true;
   preview_cached?: true;
   sea_state: "CALM" | "SLIGHT" | "MODERATE" | "ROUGH" | "HEAVY" | "SEVERE" | "EXTREME";
   signed: false;
   timestamp: string;
   wave_height_m: number;
  };
  MarineVessel: {
   ais_timestamp: string;
   canonical: components["schemas"]["Canonical"];
   cog_deg: number | null;
   compared: {
    agrees: boolean;
    bound: number;
    days?: number;
    difference: number;
    second: number;
    source: string;
    unit: string;
    value: number;
   } | null;
   computedAt: number;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   fetched_at: number;
   heading_deg: number | null;
   missing: string[];
   mmsi: string;
   observed_at: number;
   position: {
    lat: number;
    lon: number;
   };
   position_held: boolean;
   pubkey: components["schemas"]["PublicKey"];
   sea_state: "CALM" | "SLIGHT" | "MODERATE" | "ROUGH" | "HEAVY" | "SEVERE" | "EXTREME";
   ship_name: string | null;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sog_kts: number | null;
   sources: string[];
   swell_height_m: number;
   timestamp: components["schemas"]["Timestamp"];
   triggers: {
    extreme: boolean;
    heavy: boolean;
    severe: boolean;
   };
   wave_cell: {
    lat: number;
    lon: number;
   };
   wave_height_m: number;
   wave_source: string;
   wave_timestamp: string;
  };
  MarineVoyage: {
   canonical: components["schemas"]["Canonical"];
   compared: {
    agrees: boolean;
    bound: number;
    days?: number;
    difference: number;
    second: number;
    source: string;
    unit: string;
    value: number;
   } | null;
   computedAt: number;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   departure: {
    lat: number;
    lon: number;
    time: string;
   };
   destination: {
    lat: number;
    lon: number;
    time: string;
   };
   distance_nm: number;
   heavy_weather_encountered: boolean;
   heavy_weather_hours: number;
   hours_covered: number;
   hours_on_land: number;
   last_report: {
    ais_timestamp: string;
    lat: number;
    lon: number;
    source: string;
   } | null;
   max_forecast_wave_m: number;
   mmsi: string | null;
   note: string;
   observed_at: number;
   pubkey: components["schemas"]["PublicKey"];
   severe_weather_encountered: boolean;
   ship_name: string | null;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   source: string;
   speed_kts: number;
   timestamp: components["schemas"]["Timestamp"];
   voyage_hours: number;
   waypoint_forecasts: {
    hour: number;
    lat: number;
    lon: number;
    sea_state: "CALM" | "SLIGHT" | "MODERATE" | "ROUGH" | "HEAVY" | "SEVERE" | "EXTREME" | null;
    time: string;
    wave_height_m: number | null;
   }[];
   worst_sea_state: "CALM" | "SLIGHT" | "MODERATE" | "ROUGH" | "HEAVY" | "SEVERE" | "EXTREME";
  };
  Mmsi: string;
  NumericCreated: {
   advice: string[];
   announcementId: string;
   announcementSignature: string;
   base: number;
   cancellable: boolean;
   canonical: components["schemas"]["Canonical"];
   compatibility: components["schemas"]["WalletCompatibility"][];
   contentHash: components["schemas"]["ContentHash"];
   createdAt: string;
   eventid: string;
   evidenceHash?: string;
   isSigned: boolean;
   label: string;
   manageToken?: string;
   maturityTs: number;
   nbDigits: number;
   nonces: string[];
   nonceSalt: string;
   oraclePubkey: string;
   override?: true;
   precision: number;
   priceUsd: number;
   pubkey: components["schemas"]["PublicKey"];
   rail: "l402" | "x402" | "none";
   resolverConfig: {
    kind: "price_source";
    scaleFactor?: number | null;
    settledBy?: string;
    source: string;
   } | {
    kind: "webhook";
    url: string;
   } | null;
   rounding: string;
   rpoints: string[];
   scaleFactor: number;
   serialized: string;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   status: "pending" | "settled";
   timestamp: components["schemas"]["Timestamp"];
   type: "numeric";
   unit: string;
   webhookKey?: string;
   webhookSecret?: string;
   webhookUrl?: string;
  };
  NumericPreview: {
   advice?: string[];
   base?: number;
   cancellable?: boolean;
   compatibility?: components["schemas"]["WalletCompatibility"][];
   eventid: string;
   ignored?: string[];
   isSigned?: boolean;
   label?: string;
   maturityTs?: number;
   nbDigits?: number;
   nonceCount?: number;
   precision?: number;
   preview: true;
   price?: {
    sats: number;
    usd: string;
   };
   rails?: ("l402" | "x402")[];
   resolverConfig?: {
    kind: "price_source";
    scaleFactor?: number | null;
    settledBy?: string;
    source: string;
   } | {
    kind: "webhook";
    url: string;
   } | null;
   rounding?: string;
   scaleFactor?: number;
   signed: false;
   type: "numeric";
   unit?: string;
   valid: true;
  };
  Oi: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   coverage: number;
   degraded: boolean;
   delta_1h_pct: number | null;
   delta_4h_pct: number | null;
   delta_24h_pct: number | null;
   delta_venues: {
    "1h": string[];
    "4h": string[];
    "24h": string[];
   };
   exchange_count: number;
   exchanges: {
    before_usd: {
     "1h": number | null;
     "4h": number | null;
     "24h": number | null;
    };
    exchange: string;
    mark: number;
    observed_at: number;
    oi_native: number;
    oi_usd: number;
    share: number;
    sides: "one" | "disputed";
    unit: "coins" | "usd";
   }[];
   fetched_at: number;
   missing: string[];
   observed_at: number;
   pair: string;
   pubkey: components["schemas"]["PublicKey"];
   rejected: string[];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   total_oi_coins: number;
   total_oi_usd: number;
   usual_usd: {
    [key: string]: number;
   };
  };
  OiPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   degraded: boolean;
   delta_1h_pct: number | null;
   delta_4h_pct: number | null;
   delta_24h_pct: number | null;
   exchange_count: number;
   note: string;
   pair: string;
   preview: true;
   preview_cached?: true;
   signed: false;
   timestamp: string;
   total_oi_usd: number;
  };
  Orderbook: {
   canonical: components["schemas"]["Canonical"];
   capped: string[];
   collapsed: boolean;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   depth_collapse: {
    minutes: number;
    now_usd: number;
    ratio: number | null;
    state: "NORMAL" | "THINNING" | "COLLAPSE" | null;
    usual_usd: number | null;
    venues: string[];
   };
   depth_ratio: number | null;
   depth_usd: {
    ask_5bps: number;
    ask_10bps: number;
    ask_25bps: number;
    ask_50bps: number;
    ask_100bps: number;
    bid_5bps: number;
    bid_10bps: number;
    bid_25bps: number;
    bid_50bps: number;
    bid_100bps: number;
   };
   exchange_count: number;
   exchanges: {
    ask: string;
    ask_size: string;
    bid: string;
    bid_size: string;
    currency: string;
    depth_usd: {
     ask_5bps: number;
     ask_10bps: number;
     ask_25bps: number;
     ask_50bps: number;
     ask_100bps: number;
     bid_5bps: number;
     bid_10bps: number;
     bid_25bps: number;
     bid_50bps: number;
     bid_100bps: number;
    };
    exchange: string;
    observed_at: number;
    reach_bps: {
     ask: number | null;
     bid: number | null;
    };
    spread_bps: number;
   }[];
   fetched_at: number;
   imbalance_10bps: number | null;
   imbalance_top: number | null;
   mid: number;
   missing: string[];
   observed_at: number;
   pair: string;
   pubkey: components["schemas"]["PublicKey"];
   refresh_seconds: number;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   spread_bps: number;
   sweep_cost_bps: {
    buy: {
     "1m": number | null;
     "5m": number | null;
     "100k": number | null;
    };
    sell: {
     "1m": number | null;
     "5m": number | null;
     "100k": number | null;
    };
   };
   timestamp: components["schemas"]["Timestamp"];
   truncated: {
    "5bps": string[];
    "10bps": string[];
    "25bps": string[];
    "50bps": string[];
    "100bps": string[];
   };
   usdt_rate?: {
    agreement: {
     configured: number;
     expires_seconds: number;
     tau: number;
     width?: number;
    };
    quotes: {
     age_seconds: number;
     book?: string;
     currency: string;
     price: string;
     reason?: "outside_agreement" | "no_usdt_rate" | "no_agreement" | "reputation";
     source: string;
     used: boolean;
    }[];
    value: string;
   };
  };
  OrderbookPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   collapsed: boolean;
   confidence: number;
   degraded: boolean;
   depth_ratio: number | null;
   exchange_count: number;
   imbalance_10bps: number | null;
   mid: number;
   note: string;
   pair: string;
   preview: true;
   preview_cached?: true;
   signed: false;
   spread_bps: number;
   timestamp: string;
  };
  PriceFx: {
   agreement?: {
    configured: number;
    expires_seconds: number;
    tau: number;
    width?: number;
   };
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   currency: string;
   decimals: number;
   domain: string;
   legs: {
    age_seconds: number;
    agreement?: {
     configured: number;
     expires_seconds: number;
     tau: number;
     width?: number;
    };
    basis: "live" | "fixing" | "carried" | "tokens";
    fixings?: {
     age_seconds: number;
     price: string;
     source: string;
    }[];
    method?: number;
    observed_at: number;
    pair: string;
    quotes?: {
     age_seconds: number;
     book?: string;
     currency: string;
     price: string;
     reason?: "outside_agreement" | "no_usdt_rate" | "no_agreement" | "reputation";
     source: string;
     used: boolean;
    }[];
    value?: string;
   }[];
   marketStatus?: "open" | "closed";
   marketStatusSince?: number;
   method: "median" | "vwap";
   observed_at: number;
   price: string;
   pubkey: components["schemas"]["PublicKey"];
   quotes?: {
    age_seconds: number;
    book?: string;
    currency: string;
    price: string;
    reason?: "outside_agreement" | "no_usdt_rate" | "no_agreement" | "reputation";
    source: string;
    used: boolean;
   }[];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   usdt_rate?: {
    agreement: {
     configured: number;
     expires_seconds: number;
     tau: number;
     width?: number;
    };
    quotes: {
     age_seconds: number;
     book?: string;
     currency: string;
     price: string;
     reason?: "outside_agreement" | "no_usdt_rate" | "no_agreement" | "reputation";
     source: string;
     used: boolean;
    }[];
    value: string;
   };
  };
  PriceFxPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   currency: string;
   marketStatus?: "open" | "closed";
   method: "median" | "vwap";
   note: string;
   pair: string;
   preview: true;
   preview_cached?: true;
   price: string;
   signed: false;
   sources: string[];
   timestamp: string;
  };
  PriceMetals: {
   agreement?: {
    configured: number;
    expires_seconds: number;
    tau: number;
    width?: number;
   };
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   currency: string;
   decimals: number;
   domain: string;
   legs: {
    age_seconds: number;
    agreement?: {
     configured: number;
     expires_seconds: number;
     tau: number;
     width?: number;
    };
    basis: "live" | "fixing" | "carried" | "tokens";
    fixings?: {
     age_seconds: number;
     price: string;
     source: string;
    }[];
    method?: number;
    observed_at: number;
    pair: string;
    quotes?: {
     age_seconds: number;
     book?: string;
     currency: string;
     price: string;
     reason?: "outside_agreement" | "no_usdt_rate" | "no_agreement" | "reputation";
     source: string;
     used: boolean;
    }[];
    value?: string;
   }[];
   marketStatus?: "open" | "closed";
   marketStatusSince?: number;
   method: "median" | "vwap";
   observed_at: number;
   price: string;
   pubkey: components["schemas"]["PublicKey"];
   quotes?: {
    age_seconds: number;
    book?: string;
    currency: string;
    price: string;
    reason?: "outside_agreement" | "no_usdt_rate" | "no_agreement" | "reputation";
    source: string;
    used: boolean;
   }[];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   tokens?: {
    PAXG?: {
     agreement: {
      configured: number;
      expires_seconds: number;
      tau: number;
      width?: number;
     };
     quotes: {
      age_seconds: number;
      book?: string;
      currency: string;
      price: string;
      reason?: "outside_agreement" | "no_usdt_rate" | "no_agreement" | "reputation";
      source: string;
      used: boolean;
     }[];
     value: string;
    };
    XAUT?: {
     agreement: {
      configured: number;
      expires_seconds: number;
      tau: number;
      width?: number;
     };
     quotes: {
      age_seconds: number;
      book?: string;
      currency: string;
      price: string;
      reason?: "outside_agreement" | "no_usdt_rate" | "no_agreement" | "reputation";
      source: string;
      used: boolean;
     }[];
     value: string;
    };
   };
   usdt_rate?: {
    agreement: {
     configured: number;
     expires_seconds: number;
     tau: number;
     width?: number;
    };
    quotes: {
     age_seconds: number;
     book?: string;
     currency: string;
     price: string;
     reason?: "outside_agreement" | "no_usdt_rate" | "no_agreement" | "reputation";
     source: string;
     used: boolean;
    }[];
    value: string;
   };
  };
  PriceMetalsPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   currency: string;
   marketStatus?: "open" | "closed";
   method: "median" | "vwap";
   note: string;
   pair: string;
   preview: true;
   preview_cached?: true;
   price: string;
   signed: false;
   sources: string[];
   timestamp: string;
  };
  PricePegs: {
   agreement?: {
    configured: number;
    expires_seconds: number;
    tau: number;
    width?: number;
   };
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   currency: string;
   decimals: number;
   domain: string;
   legs: {
    age_seconds: number;
    agreement?: {
     configured: number;
     expires_seconds: number;
     tau: number;
     width?: number;
    };
    basis: "live" | "fixing" | "carried" | "tokens";
    fixings?: {
     age_seconds: number;
     price: string;
     source: string;
    }[];
    method?: number;
    observed_at: number;
    pair: string;
    quotes?: {
     age_seconds: number;
     book?: string;
     currency: string;
     price: string;
     reason?: "outside_agreement" | "no_usdt_rate" | "no_agreement" | "reputation";
     source: string;
     used: boolean;
    }[];
    value?: string;
   }[];
   marketStatus?: "open" | "closed";
   marketStatusSince?: number;
   method: "median" | "vwap";
   observed_at: number;
   price: string;
   pubkey: components["schemas"]["PublicKey"];
   quotes?: {
    age_seconds: number;
    book?: string;
    currency: string;
    price: string;
    reason?: "outside_agreement" | "no_usdt_rate" | "no_agreement" | "reputation";
    source: string;
    used: boolean;
   }[];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   usdt_rate?: {
    agreement: {
     configured: number;
     expires_seconds: number;
     tau: number;
     width?: number;
    };
    quotes: {
     age_seconds: number;
     book?: string;
     currency: string;
     price: string;
     reason?: "outside_agreement" | "no_usdt_rate" | "no_agreement" | "reputation";
     source: string;
     used: boolean;
    }[];
    value: string;
   };
  };
  PricePegsPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   currency: string;
   marketStatus?: "open" | "closed";
   method: "median" | "vwap";
   note: string;
   pair: string;
   preview: true;
   preview_cached?: true;
   price: string;
   signed: false;
   sources: string[];
   timestamp: string;
  };
  PriceSpot: {
   agreement?: {
    configured: number;
    expires_seconds: number;
    tau: number;
    width?: number;
   };
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   currency: string;
   decimals: number;
   domain: string;
   legs: {
    age_seconds: number;
    agreement?: {
     configured: number;
     expires_seconds: number;
     tau: number;
     width?: number;
    };
    basis: "live" | "fixing" | "carried" | "tokens";
    fixings?: {
     age_seconds: number;
     price: string;
     source: string;
    }[];
    method?: number;
    observed_at: number;
    pair: string;
    quotes?: {
     age_seconds: number;
     book?: string;
     currency: string;
     price: string;
     reason?: "outside_agreement" | "no_usdt_rate" | "no_agreement" | "reputation";
     source: string;
     used: boolean;
    }[];
    value?: string;
   }[];
   marketStatus?: "open" | "closed";
   marketStatusSince?: number;
   method: "median" | "vwap";
   observed_at: number;
   price: string;
   pubkey: components["schemas"]["PublicKey"];
   quotes?: {
    age_seconds: number;
    book?: string;
    currency: string;
    price: string;
    reason?: "outside_agreement" | "no_usdt_rate" | "no_agreement" | "reputation";
    source: string;
    used: boolean;
   }[];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   usdt_rate?: {
    agreement: {
     configured: number;
     expires_seconds: number;
     tau: number;
     width?: number;
    };
    quotes: {
     age_seconds: number;
     book?: string;
     currency: string;
     price: string;
     reason?: "outside_agreement" | "no_usdt_rate" | "no_agreement" | "reputation";
     source: string;
     used: boolean;
    }[];
    value: string;
   };
  };
  PriceSpotPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   currency: string;
   marketStatus?: "open" | "closed";
   method: "median" | "vwap";
   note: string;
   pair: string;
   preview: true;
   preview_cached?: true;
   price: string;
   signed: false;
   sources: string[];
   timestamp: string;
  };
  PriceVwap: {
   agreement: {
    configured: number;
    expires_seconds: number;
    tau: number;
    width?: number;
   };
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   currency: string;
   decimals: number;
   domain: string;
   legs: {
    age_seconds: number;
    agreement?: {
     configured: number;
     expires_seconds: number;
     tau: number;
     width?: number;
    };
    basis: "live" | "fixing" | "carried" | "tokens";
    fixings?: {
     age_seconds: number;
     price: string;
     source: string;
    }[];
    method?: number;
    observed_at: number;
    pair: string;
    quotes?: {
     age_seconds: number;
     book?: string;
     currency: string;
     price: string;
     reason?: "outside_agreement" | "no_usdt_rate" | "no_agreement" | "reputation";
     source: string;
     used: boolean;
    }[];
    value?: string;
   }[];
   marketStatus?: "open" | "closed";
   marketStatusSince?: number;
   method: "median" | "vwap";
   observed_at: number;
   price: string;
   pubkey: components["schemas"]["PublicKey"];
   quotes: {
    age_seconds: number;
    coverage: number;
    currency: string;
    price: string;
    reason?: "outside_agreement" | "no_usdt_rate" | "low_coverage" | "reputation";
    share: number;
    source: string;
    turnover: string;
    used: boolean;
    volume: string;
   }[];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
   usdt_rate?: {
    agreement: {
     configured: number;
     expires_seconds: number;
     tau: number;
     width?: number;
    };
    quotes: {
     age_seconds: number;
     book?: string;
     currency: string;
     price: string;
     reason?: "outside_agreement" | "no_usdt_rate" | "no_agreement" | "reputation";
     source: string;
     used: boolean;
    }[];
    value: string;
   };
  };
  PriceVwapPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   currency: string;
   marketStatus?: "open" | "closed";
   method: "median" | "vwap";
   note: string;
   pair: string;
   preview: true;
   preview_cached?: true;
   price: string;
   signed: false;
   sources: string[];
   timestamp: string;
  };
  PublicKey: string;
  RegimeLiquidity: {
   candidate: {
    regime: "DEEP" | "NORMAL" | "THIN" | "FRAGILE";
    since: number;
   } | null;
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   depth_collapse: boolean | null;
   dominant_signal: "liquidation_flow" | "orderbook" | "basis_spread" | "funding" | "open_interest" | "balanced";
   inputs: {
    btc: {
     basis_spread_bps: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     book_imbalance: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     close_24h: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     depth_collapse: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: boolean | null;
     };
     funding_rate_8h: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     liquidated_long_usd: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     liquidated_short_usd: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     oi_delta_4h_pct: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     oi_delta_24h_pct: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     oi_total_usd: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     spot: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
    };
    eth: {
     basis_spread_bps: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     book_imbalance: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     close_24h: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     depth_collapse: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: boolean | null;
     };
     funding_rate_8h: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     liquidated_long_usd: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     liquidated_short_usd: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     oi_delta_4h_pct: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     oi_delta_24h_pct: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     oi_total_usd: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
     spot: {
      actor: string;
      confidence: number | null;
      contentHash: string | null;
      timestamp: number | null;
      value: number | null;
     };
    };
   };
   layer: "Oracle Information";
   missing: string[];
   observed_at: number;
   oi_delta_4h_pct: number | null;
   pubkey: components["schemas"]["PublicKey"];
   regime: "DEEP" | "NORMAL" | "THIN" | "FRAGILE";
   regime_since: number;
   scope: "MARKET";
   signals: {
    basis_spread: {
     score: number | null;
     value: number | null;
    };
    funding: {
     score: number | null;
     value: number | null;
    };
    liquidation_flow: {
     score: number | null;
     value: number | null;
    };
    open_interest: {
     score: number | null;
     value: number | null;
    };
    orderbook: {
     score: number | null;
     value: number | null;
    };
   };
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   stress_score: number;
   timestamp: components["schemas"]["Timestamp"];
  };
  RegimeLiquidityPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   note: string;
   preview: true;
   preview_cached?: true;
   regime: "DEEP" | "NORMAL" | "THIN" | "FRAGILE";
   signed: false;
   timestamp: string;
  };
  RegimePerp: {
   bias: "LONG" | "SHORT" | "NEUTRAL";
   candidate: {
    regime: "BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE";
    since: number;
   } | null;
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   coverage: number;
   currency: "BTC" | "ETH" | "SOL";
   degraded: boolean;
   direction_score: number;
   inputs: {
    basis_bps: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    book_imbalance?: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    close_1h: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    close_4h: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    close_24h: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    funding_rate_8h: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    funding_zscore: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    liquidated_long_usd: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    liquidated_short_usd: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    liquidation_burst: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: boolean | null;
    };
    oi_delta_4h_pct: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    oi_delta_24h_pct: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    risk_reversal_25d?: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    spot: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    stress: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("CALM" | "ELEVATED" | "HIGH" | "EXTREME") | null;
    };
    volatility_ratio: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    vwap: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
   };
   layer: "Oracle Information";
   measures: {
    ret1h_pct: number | null;
    ret4h_pct: number | null;
    ret24h_pct: number | null;
    vwap_gap_bps: number | null;
   };
   missing: string[];
   observed_at: number;
   pair: string;
   pubkey: components["schemas"]["PublicKey"];
   regime: "BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE";
   regime_since: number;
   risk: "LOW" | "MODERATE" | "ELEVATED" | "HIGH" | "EXTREME";
   row: number;
   signals: {
    [key: string]: {
     contribution: number;
     score: number | null;
     value: number | null;
     weight: number;
    };
   };
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
  };
  RegimePerpPreview: {
   age_seconds: number;
   bias: "LONG" | "SHORT" | "NEUTRAL";
   cache_max_age_minutes: number;
   currency: "BTC" | "ETH" | "SOL";
   note: string;
   pair: string;
   preview: true;
   preview_cached?: true;
   regime: "BULLISH_MOMENTUM" | "MILD_BULLISH" | "NEUTRAL_CHOPPY" | "MILD_BEARISH" | "BEARISH_MOMENTUM" | "BEARISH_FUNDING_EXTREME" | "SQUEEZE_SETUP" | "LONG_TRAP" | "VOLATILITY_SPIKE";
   signed: false;
   timestamp: string;
  };
  RegimeTradfi: {
   canonical: components["schemas"]["Canonical"];
   composite: number;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   coverage: number;
   degraded: boolean;
   dominant_signal: "mesi" | "mnvi" | "yield_curve" | "balanced";
   inputs: {
    mesi_regime: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("CALM" | "MODERATE" | "ELEVATED" | "HIGH" | "EXTREME") | null;
    };
    mesi_value: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    mnvi_regime: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: ("CALM" | "MODERATE" | "ELEVATED" | "HIGH" | "EXTREME") | null;
    };
    mnvi_value: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    vix: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
    yield_curve_pct: {
     actor: string;
     contentHash: string | null;
     timestamp: number | null;
     value: number | null;
    };
   };
   layer: "Oracle Information";
   missing: string[];
   observed_at: number;
   overridden: boolean;
   overridden_at: number | null;
   pubkey: components["schemas"]["PublicKey"];
   regime: "RISK_ON" | "NEUTRAL" | "STRESS" | "PANIC";
   regime_since: number;
   scope: "EQUITY";
   signals: {
    mesi: {
     score: number | null;
     weight: number;
    };
    mnvi: {
     score: number | null;
     weight: number;
    };
    yield_curve: {
     score: number | null;
     weight: number;
    };
   };
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   timestamp: components["schemas"]["Timestamp"];
  };
  RegimeTradfiPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   dominant_signal: "mesi" | "mnvi" | "yield_curve" | "balanced";
   note: string;
   preview: true;
   preview_cached?: true;
   regime: "RISK_ON" | "NEUTRAL" | "STRESS" | "PANIC";
   signed: false;
   timestamp: string;
  };
  Signature: string;
  SigningScheme: "ed25519" | "secp256k1_ecdsa";
  Svi: {
   atm_iv_30d: number;
   butterfly_free_count: number;
   calendar: {
    amount: number | null;
    free: boolean;
    worst_pair: [
     string,
     string
    ] | null;
   };
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   exchange_count: number;
   fetched_at: number;
   missing: string[];
   observed_at: number;
   pair: string;
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   slice_count: number;
   slices: {
    a: number;
    atm_iv: number;
    b: number;
    butterfly_free: boolean;
    confidence: number;
    expiry: string;
    fit_basis: string;
    fitted_at: number;
    forward: number;
    k_max: number;
    k_min: number;
    m: number;
    min_g: number;
    rho: number;
    rmse_vp: number;
    sigma: number;
    strikes: number;
    t_years: number;
   }[];
   sources: string[];
   timestamp: components["schemas"]["Timestamp"];
  };
  SviPreview: {
   age_seconds: number;
   atm_iv_30d: number;
   butterfly_free_count: number;
   cache_max_age_minutes: number;
   confidence: number;
   degraded: boolean;
   exchange_count: number;
   note: string;
   pair: string;
   preview: true;
   preview_cached?: true;
   signed: false;
   slice_count: number;
   timestamp: string;
  };
  SynopsisMarket: {
   absent: {
    basis_btc?: "no_answer" | "too_old";
    calendar_today?: "no_answer" | "too_old";
    expiry_btc?: "no_answer" | "too_old";
    funding_btc?: "no_answer" | "too_old";
    funding_eth?: "no_answer" | "too_old";
    liq_flow_btc_1h?: "no_answer" | "too_old";
    mssi?: "no_answer" | "too_old";
    msti?: "no_answer" | "too_old";
    msvi_btc?: "no_answer" | "too_old";
    msxi_btc?: "no_answer" | "too_old";
    next_event?: "no_answer" | "too_old";
    oi_btc?: "no_answer" | "too_old";
    spot_btc?: "no_answer" | "too_old";
    spot_eth?: "no_answer" | "too_old";
    vwap_btc?: "no_answer" | "too_old";
   };
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   layer: "Oracle Information";
   observed_at: number;
   present: number;
   pubkey: components["schemas"]["PublicKey"];
   regimes: {
    mssi: string | null;
    msti: string | null;
    msxi_btc: string | null;
   };
   scope: "MARKET";
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   snapshot: {
    basis_btc: {
     actor: string;
     age_seconds: number;
     confidence: number;
     contentHash: string;
     median_bps: number;
     regime: "BACKWARDATION" | "FLAT" | "CONTANGO";
     spread_bps: number;
     timestamp: number;
    } | null;
    calendar_today: {
     actor: string;
     age_seconds: number;
     confidence: number;
     contentHash: string;
     event_count: number;
     high_impact_count: number;
     timestamp: number;
    } | null;
    expiry_btc: {
     actor: string;
     age_seconds: number;
     confidence: number;
     contentHash: string;
     next: {
      date: string;
      time: number;
      type: string;
     };
     timestamp: number;
    } | null;
    funding_btc: {
     actor: string;
     age_seconds: number;
     composite_rate_8h: number;
     confidence: number;
     contentHash: string;
     regime: string;
     timestamp: number;
     zscore_3d: number | null;
    } | null;
    funding_eth: {
     actor: string;
     age_seconds: number;
     composite_rate_8h: number;
     confidence: number;
     contentHash: string;
     regime: string;
     timestamp: number;
     zscore_3d: number | null;
    } | null;
    liq_flow_btc_1h: {
     actor: string;
     age_seconds: number;
     confidence: number;
     contentHash: string;
     dominant_side: string;
     long_usd: string;
     short_usd: string;
     timestamp: number;
     window: string;
    } | null;
    mssi: {
     actor: string;
     age_seconds: number;
     confidence: number;
     contentHash: string;
     regime: "CALM" | "ELEVATED" | "HIGH" | "EXTREME";
     timestamp: number;
     value: number;
    } | null;
    msti: {
     actor: string;
     age_seconds: number;
     confidence: number;
     contentHash: string;
     regime: "DECOUPLED" | "MIXED" | "COUPLED" | "CONTAGION";
     timestamp: number;
     value: number;
    } | null;
    msvi_btc: {
     actor: string;
     age_seconds: number;
     confidence: number;
     contentHash: string;
     timestamp: number;
     unit: "index" | "pct_annualized";
     value: number;
    } | null;
    msxi_btc: {
     actor: string;
     age_seconds: number;
     confidence: number;
     contentHash: string;
     regime: "EXTREMEBEARISH" | "BEARISH" | "NEUTRAL" | "BULLISH" | "EXTREMEBULLISH";
     timestamp: number;
     value: number;
    } | null;
    next_event: {
     actor: string;
     age_seconds: number;
     confidence: number;
     contentHash: string;
     country: string | null;
     event: string | null;
     impact: string | null;
     next_time: string | null;
     timestamp: number;
    } | null;
    oi_btc: {
     actor: string;
     age_seconds: number;
     confidence: number;
     contentHash: string;
     delta_1h_pct: number | null;
     delta_4h_pct: number | null;
     delta_24h_pct: number | null;
     timestamp: number;
     total_oi_usd: number;
    } | null;
    spot_btc: {
     actor: string;
     age_seconds: number;
     confidence: number;
     contentHash: string;
     price: string;
     timestamp: number;
    } | null;
    spot_eth: {
     actor: string;
     age_seconds: number;
     confidence: number;
     contentHash: string;
     price: string;
     timestamp: number;
    } | null;
    vwap_btc: {
     actor: string;
     age_seconds: number;
     confidence: number;
     contentHash: string;
     price: string;
     timestamp: number;
    } | null;
   };
   spot_btc: string | null;
   timestamp: components["schemas"]["Timestamp"];
  };
  SynopsisMarketPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   note: string;
   preview: true;
   preview_cached?: true;
   regimes: {
    mssi: string | null;
    msti: string | null;
    msxi_btc: string | null;
   };
   signed: false;
   spot_btc: string | null;
   timestamp: string;
  };
  TermStructure: {
   canonical: components["schemas"]["Canonical"];
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   degraded: boolean;
   exchange_count: number;
   fetched_at: number;
   maturities: {
    annualized_log_pct: number;
    annualized_pct: number;
    basis_usd: number;
    days_to_expiry: number;
    exchanges: {
     annualized_pct: number;
     exchange: string;
     expiry: number;
     index: string;
     kind: "inverse" | "linear";
     mark: string;
     observed_at: number;
     open_interest_usd: number | null;
     symbol: string;
    }[];
    expiry: number;
    futures_price: number;
    single_venue: boolean;
    venue_count: number;
    votes: boolean;
   }[];
   maturity_count: number;
   missing: string[];
   nearest_annualized_pct: number;
   observed_at: number;
   pair: string;
   pubkey: components["schemas"]["PublicKey"];
   regime: "CONTANGO" | "FLAT" | "BACKWARDATION" | null;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   slope_per_sqrt_day: number | null;
   sources: string[];
   spot: number;
   timestamp: components["schemas"]["Timestamp"];
  };
  TermStructurePreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   confidence: number;
   degraded: boolean;
   exchange_count: number;
   maturity_count: number;
   nearest_annualized_pct: number;
   note: string;
   pair: string;
   preview: true;
   preview_cached?: true;
   regime: "CONTANGO" | "FLAT" | "BACKWARDATION" | null;
   signed: false;
   slope_per_sqrt_day: number | null;
   timestamp: string;
  };
  ThresholdCancelled: {
   attestation: components["schemas"]["Attestation"];
   canonical: components["schemas"]["Canonical"];
   contentHash: components["schemas"]["ContentHash"];
   eventid: string;
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   status: "attested";
   timestamp: components["schemas"]["Timestamp"];
   type: "threshold";
  };
  ThresholdCreated: {
   advice: string[];
   announcementId: string;
   announcementSignature: string;
   cancellable: boolean;
   cancelUntil: number | null;
   canonical: components["schemas"]["Canonical"];
   compatibility: components["schemas"]["WalletCompatibility"][];
   contentHash: components["schemas"]["ContentHash"];
   createdAt: string;
   direction: "above" | "below";
   eventid: string;
   evidenceHash?: string;
   expiry: number;
   manageToken?: string;
   maturityTs: number;
   nonces: string[];
   nonceSalt: string;
   oraclePubkey: string;
   outcomes: string[];
   override?: true;
   pair: "BTCUSD" | "BTCUSDVWAP" | "BTCEUR" | "BTCEURVWAP" | "BTCJPY" | "ETHUSD" | "ETHEUR" | "ETHJPY" | "SOLUSD" | "SOLEUR" | "SOLJPY" | "XAUUSD" | "XAUEUR" | "XAUJPY" | "XRPUSD" | "ADAUSD" | "DOGEUSD";
   priceUsd: number;
   pubkey: components["schemas"]["PublicKey"];
   rail: "l402" | "x402" | "none";
   rpoints: string[];
   serialized: string;
   settles: {
    breached: string;
    cadenceSeconds: number;
    confirmations: number;
    graceSeconds: number;
    safe: string;
   };
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   status: "registered" | "attested";
   strike: number;
   timestamp: components["schemas"]["Timestamp"];
   type: "threshold";
   webhookKey?: string;
   webhookSecret?: string;
   webhookUrl?: string;
  };
  ThresholdPreview: {
   advice?: string[];
   cancellable?: boolean;
   cancelUntil?: number | null;
   compatibility?: components["schemas"]["WalletCompatibility"][];
   direction?: "above" | "below";
   eventid: string;
   expiry?: number;
   ignored?: string[];
   maturityTs?: number;
   nonceCount?: number;
   outcomes?: string[];
   pair?: "BTCUSD" | "BTCUSDVWAP" | "BTCEUR" | "BTCEURVWAP" | "BTCJPY" | "ETHUSD" | "ETHEUR" | "ETHJPY" | "SOLUSD" | "SOLEUR" | "SOLJPY" | "XAUUSD" | "XAUEUR" | "XAUJPY" | "XRPUSD" | "ADAUSD" | "DOGEUSD";
   preview: true;
   price?: {
    sats: number;
    usd: string;
   };
   rails?: ("l402" | "x402")[];
   settles?: {
    breached: string;
    cadenceSeconds: number;
    confirmations: number;
    graceSeconds: number;
    safe: string;
   };
   signed: false;
   strike?: number;
   type: "threshold";
   valid: true;
  };
  Timestamp: number;
  WalletCompatibility: {
   reads: string;
   reasons: string[];
   usable: boolean;
   wallet: string;
  };
  WeatherRainfall: {
   canonical: components["schemas"]["Canonical"];
   compared: {
    agrees: boolean;
    bound: number;
    days?: number;
    difference: number;
    second: number;
    source: string;
    unit: string;
    value: number;
   } | null;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   days_known: number;
   end?: string;
   lat: number;
   lon: number;
   pubkey: components["schemas"]["PublicKey"];
   rainfall_mm: number;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   source: string;
   timestamp: components["schemas"]["Timestamp"];
   window_days: number;
   window_end: string;
   window_start: string;
  };
  WeatherRainfallPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   lat: number;
   lon: number;
   note: string;
   preview: true;
   preview_cached?: true;
   rainfall_mm: number;
   signed: false;
   timestamp: string;
   window_days: number;
   window_end: string;
  };
  WeatherTemperature: {
   canonical: components["schemas"]["Canonical"];
   compared: {
    agrees: boolean;
    bound: number;
    days?: number;
    difference: number;
    second: number;
    source: string;
    unit: string;
    value: number;
   } | null;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   days_known: number;
   end?: string;
   frost_trigger: boolean;
   heat_trigger: boolean;
   lat: number;
   lon: number;
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   source: string;
   timestamp: components["schemas"]["Timestamp"];
   tmax: number;
   tmean: number;
   tmin: number;
   window_days: number;
   window_end: string;
   window_start: string;
  };
  WeatherTemperaturePreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   lat: number;
   lon: number;
   note: string;
   preview: true;
   preview_cached?: true;
   signed: false;
   timestamp: string;
   tmax: number;
   tmean: number;
   tmin: number;
   window_days: number;
   window_end: string;
  };
  WeatherWind: {
   canonical: components["schemas"]["Canonical"];
   compared: {
    agrees: boolean;
    bound: number;
    days?: number;
    difference: number;
    second: number;
    source: string;
    unit: string;
    value: number;
   } | null;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   days_known: number;
   end?: string;
   gale_trigger: boolean;
   lat: number;
   lon: number;
   pubkey: components["schemas"]["PublicKey"];
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   source: string;
   storm_trigger: boolean;
   timestamp: components["schemas"]["Timestamp"];
   wind_max_kmh: number;
   wind_mean_kmh: number;
   window_days: number;
   window_end: string;
   window_start: string;
  };
  WeatherWindPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   lat: number;
   lon: number;
   note: string;
   preview: true;
   preview_cached?: true;
   signed: false;
   timestamp: string;
   wind_max_kmh: number;
   wind_mean_kmh: number;
   window_days: number;
   window_end: string;
  };
  WeatherWrsi: {
   canonical: components["schemas"]["Canonical"];
   compared: {
    agrees: boolean;
    bound: number;
    days?: number;
    difference: number;
    second: number;
    source: string;
    unit: string;
    value: number;
   } | null;
   confidence: number;
   contentHash: components["schemas"]["ContentHash"];
   contentSignature: components["schemas"]["ContentSignature"];
   days_known: number;
   drought_status: "NORMAL" | "DROUGHT" | "SEVERE_DROUGHT";
   end?: string;
   et0_method: "penman_monteith" | "mixed" | "hargreaves";
   lat: number;
   lon: number;
   pubkey: components["schemas"]["PublicKey"];
   rainfall_mm: number;
   required_mm: number;
   signature: components["schemas"]["Signature"];
   signingScheme: components["schemas"]["SigningScheme"];
   source: string;
   timestamp: components["schemas"]["Timestamp"];
   trigger: boolean;
   window_days: number;
   window_end: string;
   window_start: string;
   wrsi: number;
  };
  WeatherWrsiPreview: {
   age_seconds: number;
   cache_max_age_minutes: number;
   drought_status: "NORMAL" | "DROUGHT" | "SEVERE_DROUGHT";
   lat: number;
   lon: number;
   note: string;
   preview: true;
   preview_cached?: true;
   signed: false;
   timestamp: string;
   window_days: number;
   window_end: string;
   wrsi: number;
  };
 };
 responses: never;
 parameters: {
  max_age: string;
  min_confidence: string;
  "Payment-Proof": string;
  "Payment-Receipt": string;
 };
 requestBodies: never;
 headers: never;
 pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
