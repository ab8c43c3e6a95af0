package io.headwater.commit.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.headwater.store.content.Content;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a manifest as JSON that Hadoop's tools can read as well
 * (org.apache.hadoop.mapreduce.lib.output.committer.manifest.files.ManifestSuccessData).
 */
public final class ManifestWriter {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String HADOOP_NAME = "org.apache.hadoop.fs.s3a.commit.files.SuccessData/1";

  /** The number of names that Hadoop's committers list (SUCCESS_MARKER_FILE_LIMIT). */
  private static final int MOST_FILENAMES = 100;

  private final Manifest manifest;
  private final JsonGenerator json;

  private ManifestWriter(Manifest manifest, JsonGenerator json) {
    this.manifest = manifest;
    this.json = json;
  }

  /** The manifest's document in UTF-8, for a dataset at a root. */
  public static Content document(Manifest manifest, String root) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      ManifestWriter writer = new ManifestWriter(manifest, json);
      json.writeStartObject();
      writer.hadoopMembers(root);
      json.writeObjectFieldStart("headwater");
      writer.members();
      json.writeEndObject();
      json.writeEndObject();
    }
    return Content.of(requireReadable(bytes, manifest).toByteArray());
  }

  private static ByteArrayOutputStream requireReadable(
      ByteArrayOutputStream bytes, Manifest manifest) throws IOException {
    if (bytes.size() > Manifest.MAXIMUM_LENGTH) {
      throw new IOException(
          "manifest "
              + manifest.id()
              + " has "
              + manifest.entries().size()
              + " entries in "
              + bytes.size()
              + " bytes. Readers accept at most "
              + Manifest.MAXIMUM_LENGTH
              + ". Write larger files, or several datasets");
    }
    return bytes;
  }

  private void hadoopMembers(String root) throws IOException {
    json.writeStringField("name", HADOOP_NAME);
    json.writeBooleanField("success", true);
    json.writeNumberField("timestamp", manifest.time().toEpochMilli());
    json.writeStringField("date", manifest.time().toString());
    json.writeStringField("hostname", hostname());
    json.writeStringField("committer", "headwater");
    json.writeStringField("description", "what a job committed; see member headwater");
    json.writeStringField("jobId", manifest.job().id());
    json.writeStringField("jobIdSource", "Headwater");
    json.writeObjectFieldStart("metrics");
    for (Map.Entry<String, Long> metric : metrics().entrySet()) {
      json.writeNumberField(metric.getKey(), metric.getValue());
    }
    json.writeEndObject();
    json.writeObjectFieldStart("diagnostics");
    if (manifest.job().application().isPresent()) {
      json.writeStringField("application", manifest.job().application().get());
    }
    json.writeEndObject();
    List<String> first =
        manifest.entries().stream()
            .limit(MOST_FILENAMES)
            .map(entry -> "/" + ManifestKeys.under(root) + entry.key())
            .toList();
    strings("filenames", first);
  }

  private static String hostname() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost"; // The name is informative only.
    }
  }

  private Map<String, Long> metrics() {
    Manifest.Summary summary = manifest.summary();
    Map<String, Long> metrics = new LinkedHashMap<>();
    metrics.put("files", summary.files());
    metrics.put("bytes", summary.bytes());
    if (summary.rows() >= 0) {
      metrics.put("rows", summary.rows());
    }
    metrics.put("requests", summary.requests());
    metrics.put("milliseconds", summary.milliseconds());
    return metrics;
  }

  private void members() throws IOException {
    json.writeNumberField("format", manifest.format());
    json.writeStringField("kind", manifest.kind() == Manifest.Kind.BASE ? "base" : "delta");
    json.writeStringField("id", manifest.id());
    json.writeStringField("tag", manifest.tag());
    job();
    if (manifest.replaced().isPresent()) {
      json.writeObjectFieldStart("replaced");
      if (manifest.replaced().get().id().isPresent()) {
        json.writeStringField("id", manifest.replaced().get().id().get());
      }
      json.writeStringField("etag", manifest.replaced().get().etag());
      json.writeEndObject();
    }
    strings("folded", manifest.folded().stream().sorted().toList());
    excluded();
    removed();
    json.writeObjectFieldStart("summary");
    for (Map.Entry<String, Long> metric : metrics().entrySet()) {
      json.writeNumberField(metric.getKey(), metric.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("entries");
    for (ManifestEntry entry : manifest.entries()) {
      entry(entry);
    }
    json.writeEndArray();
  }

  private void job() throws IOException {
    json.writeObjectFieldStart("job");
    json.writeStringField("id", manifest.job().id());
    if (manifest.job().application().isPresent()) {
      json.writeStringField("application", manifest.job().application().get());
    }
    if (manifest.job().user().isPresent()) {
      json.writeStringField("user", manifest.job().user().get());
    }
    json.writeEndObject();
  }

  private void excluded() throws IOException {
    json.writeArrayFieldStart("excluded");
    for (Manifest.Excluded object : manifest.excluded()) {
      json.writeStartObject();
      json.writeStringField("key", object.key());
      json.writeStringField("etag", object.etag());
      json.writeNumberField("modified", object.modified().toEpochMilli());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void removed() throws IOException {
    json.writeArrayFieldStart("removed");
    for (Manifest.Removed entry : manifest.removed()) {
      json.writeStartObject();
      json.writeStringField("key", entry.key());
      json.writeStringField("etag", entry.etag());
      json.writeStringField("added", entry.added());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void strings(String name, Collection<String> values) throws IOException {
    json.writeArrayFieldStart(name);
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }

  private void entry(ManifestEntry entry) throws IOException {
    json.writeStartObject();
    json.writeStringField("key", entry.key());
    json.writeNumberField("length", entry.length());
    json.writeStringField("etag", entry.etag());
    if (!entry.added().equals(manifest.id())) {
      json.writeStringField("added", entry.added());
    }
    if (entry.knownRows().isPresent()) {
      json.writeNumberField("rows", entry.rows());
    }
    if (!entry.partition().isEmpty()) {
      json.writeObjectFieldStart("partition");
      for (Map.Entry<String, String> value : entry.partition().entrySet()) {
        json.writeStringField(value.getKey(), value.getValue());
      }
      json.writeEndObject();
    }
    if (!entry.columns().isEmpty()) {
      json.writeObjectFieldStart("columns");
      for (Map.Entry<String, ColumnRange> column : entry.columns().entrySet()) {
        column(column.getKey(), column.getValue());
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void column(String name, ColumnRange range) throws IOException {
    json.writeObjectFieldStart(name);
    if (range.min() != null) {
      json.writeStringField("min", range.min());
    }
    if (range.max() != null) {
      json.writeStringField("max", range.max());
    }
    if (range.nulls() >= 0) {
      json.writeNumberField("nulls", range.nulls());
    }
    json.writeEndObject();
  }
}
