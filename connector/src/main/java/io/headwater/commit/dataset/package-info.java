/**
 * Datasets as their manifests tell them (protocol/PROTOCOL.md): what they consist of at a moment,
 * and how a job changes that.
 */
package io.headwater.commit.dataset;
