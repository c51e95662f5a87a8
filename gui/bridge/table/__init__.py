"""The table as it is drawn: cards, hands, trick, bidding box, and what lies over them."""
