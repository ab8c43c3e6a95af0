/**
 * The manifest as a document and the names that belong to it: protocol/PROTOCOL.md, sections 3 and
 * 4. Nothing here asks a store.
 */
package io.headwater.commit.manifest;
