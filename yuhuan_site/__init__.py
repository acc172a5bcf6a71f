"""The site: settings, addresses, servers. The game is in `games`, the championship in `tournaments`."""
