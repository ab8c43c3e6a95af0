/**
 * Datasets with manifests (protocol/PROTOCOL.md): their content at one moment, and how jobs change
 * it. {@link io.headwater.commit.dataset.DatasetJob#commit} is where a job commits. {@link
 * io.headwater.commit.dataset.AppendCommit} writes a delta manifest, {@link
 * io.headwater.commit.dataset.OverwriteCommit} a base manifest, also a dataset's first one.
 */
package io.headwater.commit.dataset;
