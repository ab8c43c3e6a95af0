"""The commit protocol's writers (PROTOCOL.md, section 6): parts, manifests, conditions and claims."""
