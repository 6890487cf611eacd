// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

function recover(bytes32 digest, bytes memory signature) pure returns (address) {
    if (signature.length != 65) return address(0);
    (bytes32 r, bytes32 s) = (bytes32(0), bytes32(0));
    uint8 v;
    assembly {
        r := mload(add(signature, 0x20))
        s := mload(add(signature, 0x40))
        v := byte(0, mload(add(signature, 0x60)))
    }
    return ecrecover(digest, v, r, s);
}

/// A contract wallet with one owner. It takes the owner's 65 bytes as they are, as a Safe does, or
/// abi.encode(owner index, 65 bytes), as the Coinbase Smart Wallet does.
contract Wallet {
    address public owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        bytes memory plain = signature;
        if (signature.length != 65) (, plain) = abi.decode(signature, (uint256, bytes));
        address signer = recover(digest, plain);
        return signer != address(0) && signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// Deploys wallets at addresses that are known beforehand. Fails where there is one already.
contract WalletFactory {
    function create(address owner, bytes32 salt) external returns (address) {
        return address(new Wallet{salt: salt}(owner));
    }

    function addressOf(address owner, bytes32 salt) external view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(Wallet).creationCode, abi.encode(owner)));
        return address(uint160(uint256(keccak256(abi.encodePacked(hex'ff', address(this), salt, code)))));
    }
}

/// A factory that is made to call anything, in any way its caller wishes.
contract Relay {
    function relay(address target, bytes calldata data) external {
        (bool ok, ) = target.call(data);
        require(ok, 'Relay: call failed');
    }
}

/// What an ordinary account may point to (EIP-7702): its own key's signatures stay good.
contract Delegate {
    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        return recover(digest, signature) == address(this) ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
