// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Stand-in for USDC in tests: EIP-3009 with the words, checks and order of logs of Circle's FiatTokenV2_2.
/// It is put at the real address with anvil_setCode, so it has no constructor and no immutables.
contract Token {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(bytes32 => bool)) public authorizationState;

    string public constant name = 'USD Coin';
    string public constant version = '2';
    uint8 public constant decimals = 6;

    bytes32 private constant DOMAIN =
        keccak256('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)');
    bytes32 private constant TRANSFER =
        keccak256(
            'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)'
        );
    bytes32 private constant CANCEL = keccak256('CancelAuthorization(address authorizer,bytes32 nonce)');
    uint256 private constant HALF_N = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    /// Tests only: money out of nothing.
    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN, keccak256(bytes(name)), keccak256(bytes(version)), block.chainid, address(this)));
    }

    function transferWithAuthorization(
        address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce,
        uint8 v, bytes32 r, bytes32 s
    ) external {
        authorized(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    function transferWithAuthorization(
        address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce,
        bytes calldata signature
    ) external {
        authorized(from, to, value, validAfter, validBefore, nonce, signature);
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, bytes calldata signature) external {
        requireUnused(authorizer, nonce);
        requireSigned(authorizer, keccak256(abi.encode(CANCEL, authorizer, nonce)), signature);
        authorizationState[authorizer][nonce] = true;
        emit AuthorizationCanceled(authorizer, nonce);
    }

    function authorized(
        address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce,
        bytes memory signature
    ) private {
        require(block.timestamp > validAfter, 'FiatTokenV2: authorization is not yet valid');
        require(block.timestamp < validBefore, 'FiatTokenV2: authorization is expired');
        requireUnused(from, nonce);
        requireSigned(from, keccak256(abi.encode(TRANSFER, from, to, value, validAfter, validBefore, nonce)), signature);
        authorizationState[from][nonce] = true;
        emit AuthorizationUsed(from, nonce);
        move(from, to, value);
    }

    function requireUnused(address authorizer, bytes32 nonce) private view {
        require(!authorizationState[authorizer][nonce], 'FiatTokenV2: authorization is used or canceled');
    }

    /// A payer with code is asked (ERC-1271), also when the code is an EIP-7702 delegation and the key has signed.
    function requireSigned(address signer, bytes32 message, bytes memory signature) private view {
        bytes32 digest = keccak256(abi.encodePacked(hex'1901', DOMAIN_SEPARATOR(), message));
        if (signer.code.length > 0) {
            (bool ok, bytes memory answer) =
                signer.staticcall(abi.encodeWithSelector(0x1626ba7e, digest, signature));
            require(
                ok && answer.length >= 32 && abi.decode(answer, (bytes32)) == bytes32(bytes4(0x1626ba7e)),
                'FiatTokenV2: invalid signature'
            );
            return;
        }
        require(signature.length == 65, 'ECRecover: invalid signature length');
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
            v := byte(0, mload(add(signature, 0x60)))
        }
        require(uint256(s) <= HALF_N, "ECRecover: invalid signature 's' value");
        require(v == 27 || v == 28, "ECRecover: invalid signature 'v' value");
        address recovered = ecrecover(digest, v, r, s);
        require(recovered != address(0), 'ECRecover: invalid signature');
        require(recovered == signer, 'FiatTokenV2: invalid signature');
    }

    function move(address from, address to, uint256 value) private {
        require(balanceOf[from] >= value, 'ERC20: transfer amount exceeds balance');
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
