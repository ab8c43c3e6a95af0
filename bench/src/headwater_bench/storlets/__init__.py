"""What a storlet costs and spares, beside a plain GET and beside the same program built natively."""
