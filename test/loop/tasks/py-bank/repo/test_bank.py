import unittest

from bank import Account


class BankTest(unittest.TestCase):
    def test_deposit(self):
        account = Account()
        account.deposit(5)
        self.assertEqual(account.balance, 5)

    def test_no_negative_deposit(self):
        with self.assertRaises(ValueError):
            Account().deposit(-1)

    def test_no_overdraft(self):
        with self.assertRaises(ValueError):
            Account().withdraw(1)
