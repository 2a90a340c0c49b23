print("airdraw")
