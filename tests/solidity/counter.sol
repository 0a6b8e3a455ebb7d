// SPDX-License-Identifier: MIT
pragma solidity >=0.8.0;

/// A counter that stays below its limit, and one that does not.
contract Counter {
    uint256 safe;
    uint256 wrong;

    function step() public {
        if (safe < 5) {
            safe = safe + 1;
        }
        assert(safe <= 5);
    }

    function leap(uint256 by) public {
        require(by < 10);
        if (wrong < 3) {
            wrong = wrong + by;
        }
        assert(wrong <= 10);
    }
}
