package io.headwater.store.swift;

import io.headwater.store.ObjectInfo;

/** What a HEAD told of an object, and whether it stands for others. */
record SeenObject(ObjectInfo info, LargeObject kind) {}
