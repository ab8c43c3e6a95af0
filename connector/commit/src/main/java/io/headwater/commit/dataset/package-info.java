/**
 * Datasets with manifests (protocol/PROTOCOL.md): their content at one moment, and how jobs change
 * it.
 */
package io.headwater.commit.dataset;
