/**
 * The manifest as a document, and the names that belong to it: protocol/PROTOCOL.md, sections 3 and
 * 4. This package sends no requests.
 */
package io.headwater.commit.manifest;
