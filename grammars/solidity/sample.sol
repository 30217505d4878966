// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import "./IVault.sol";
import {Ownable, Context as Ctx} from "@openzeppelin/contracts/access/Ownable.sol";

uint256 constant MAX_FEE = 100;
error Unauthorized(address caller);
type Shares is uint256;

interface IOracle {
    function price(address token) external view returns (uint256);
}

library SafeCast {
    function toUint128(uint256 value) internal pure returns (uint128) {
        require(value < 2 ** 128, "overflow");
        return uint128(value);
    }
}

abstract contract Vault is Ownable, IVault {
    using SafeCast for uint256;

    struct Deposit {
        address owner;
        uint128 amount;
    }

    enum State { Open, Paused }

    event Deposited(address indexed owner, uint256 amount);

    mapping(address => Deposit) public deposits;
    IOracle private immutable oracle;

    modifier whenOpen() {
        if (state != State.Open) revert Unauthorized(msg.sender);
        _;
    }

    constructor(IOracle oracle_) Ownable(msg.sender) {
        oracle = oracle_;
    }

    function deposit(uint256 amount) external payable whenOpen returns (Shares shares) {
        deposits[msg.sender] = Deposit({owner: msg.sender, amount: amount.toUint128()});
        emit Deposited(msg.sender, amount);
        shares = _mint(oracle.price(address(this)) * amount);
        Registry registry = new Registry(MAX_FEE);
    }

    receive() external payable {
        _collect();
    }
}
