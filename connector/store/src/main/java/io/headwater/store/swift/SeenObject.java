package io.headwater.store.swift;

import io.headwater.store.ObjectInfo;

/** What a HEAD reported about an object, and whether it is a manifest. */
record SeenObject(ObjectInfo info, LargeObject kind) {}
