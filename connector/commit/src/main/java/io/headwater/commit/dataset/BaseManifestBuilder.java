package io.headwater.commit.dataset;

import io.headwater.commit.ConcurrentCommitException;
import io.headwater.commit.ExclusivePut;
import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.Manifest;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.commit.manifest.ManifestWriter;
import io.headwater.store.Capability;
import io.headwater.store.ObjectInfo;
import io.headwater.store.ObjectStore;
import io.headwater.store.content.Content;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The base that a job intends to write, computed from what it sees at the last moment. */
final class BaseManifestBuilder implements ExclusivePut.Draft {
  /** The number of folded deltas that are remembered, in case a delayed PUT restores one. */
  private static final int MOST_FOLDED = 1000;

  private final ObjectStore store;
  private final DatasetReader reader;
  private final DatasetJob.Draft draft;
  private final Set<String> folders;
  private final BaseSnapshot seen;
  private final String id;
  private List<ObjectInfo> listed;
  private Manifest manifest;
  private List<String> replacedKeys;
  private boolean replacesEntries;

  BaseManifestBuilder(
      ObjectStore store,
      DatasetReader reader,
      DatasetJob.Draft draft,
      Set<String> folders,
      BaseSnapshot seen,
      String id) {
    this.store = store;
    this.reader = reader;
    this.draft = draft;
    this.folders = folders;
    this.seen = seen;
    this.id = id;
  }

  @Override
  public ExclusivePut.Look look() throws IOException {
    listed = new ProtocolListing(store, draft.root()).list(folders);
    String base = ManifestKeys.base(draft.root());
    Optional<ObjectInfo> existing =
        listed.stream().filter(object -> object.key().equals(base)).findFirst();
    return new ExclusivePut.Look(existing.map(ObjectInfo::etag), listed, settled());
  }

  /**
   * The creator of a dataset under {@code If-None-Match} cannot write it again, however late one of
   * its requests arrives. Its claim may therefore remain.
   */
  private Set<String> settled() {
    boolean conditional = store.capabilities().contains(Capability.CREATE_IF_ABSENT);
    return seen.manifest()
        .filter(before -> conditional && before.replaced().isEmpty())
        .map(before -> Set.of(before.id()))
        .orElse(Set.of());
  }

  @Override
  public Content content() throws IOException {
    if (!isCreation() && listed == null && !look().existing().equals(seen.etag())) {
      throw new ConcurrentCommitException(
          store.name()
              + "/"
              + ManifestKeys.base(draft.root())
              + " was written after the job read it",
          null);
    }
    compute();
    return ManifestWriter.document(manifest, draft.root());
  }

  /** Without a base, existing deltas stay valid next to the first base. */
  private boolean isCreation() {
    return folders.isEmpty() && seen.object().isEmpty();
  }

  private void compute() throws IOException {
    if (isCreation()) {
      replacedKeys = List.of();
      manifest = manifest(written(), Set.of(), List.of());
      return;
    }
    DatasetState state = reader.read(draft.root(), listed);
    List<ManifestEntry> entries = new ArrayList<>();
    replacedKeys = new ArrayList<>();
    state
        .entries()
        .forEach(
            (key, entry) -> {
              if (Folder.isBelowAny(entry.key(), folders)) {
                replacedKeys.add(key);
              } else {
                entries.add(entry);
              }
            });
    replacesEntries = !replacedKeys.isEmpty();
    entries.addAll(written());
    entries.sort(Comparator.comparing(ManifestEntry::key));
    List<Manifest.Excluded> excluded = excluded(state);
    addDeltas();
    manifest = manifest(entries, folded(state), excluded);
  }

  private List<ManifestEntry> written() {
    return draft.written().stream().map(entry -> entry.addedBy(id)).toList();
  }

  private Manifest manifest(
      List<ManifestEntry> entries, Set<String> folded, List<Manifest.Excluded> excluded) {
    boolean carries = entries.stream().anyMatch(entry -> !entry.added().equals(id));
    return new Manifest(
        carries ? Manifest.FORMAT : Manifest.FIRST_FORMAT,
        Manifest.Kind.BASE,
        id,
        tag(),
        draft.job(),
        Instant.now(),
        seen.asReplaced(),
        folded,
        excluded,
        Set.of(),
        draft.summary(),
        entries);
  }

  /** Foreign objects that are replaced now, and those replaced earlier that may still exist. */
  private List<Manifest.Excluded> excluded(DatasetState state) throws IOException {
    Map<String, Manifest.Excluded> excluded = new TreeMap<>();
    state.base().map(Manifest::excluded).orElse(List.of()).stream()
        .filter(before -> !Folder.isBelowAny(before.key(), folders))
        .forEach(before -> excluded.put(before.key(), before));
    Set<String> below = new TreeSet<>();
    Map<String, List<String>> fromAbove = new TreeMap<>();
    for (ObjectInfo object : listed) {
      Optional<String> governor = GovernedName.rootOf(object.key());
      if (ManifestKeys.isProtocol(draft.root(), object.key()) || state.governs(object.key())) {
        continue;
      }
      if (governor.isPresent() && !isBelow(governor.get())) {
        fromAbove.computeIfAbsent(governor.get(), root -> new ArrayList<>()).add(object.key());
      } else if (governor.isPresent()) {
        below.add(governor.get());
      } else if (object.key().endsWith("/") && isReplaced(object.key())) {
        replacedKeys.add(object.key()); // A folder's marker, which is never data.
      } else if (state.excludes(object) || isReplaced(object.key())) {
        Manifest.Excluded now = OverwriteCommit.excluded(draft.root(), object);
        excluded.put(now.key(), now);
        replacedKeys.add(object.key());
      }
    }
    TablesAbove above = new TablesAbove(reader, store.name(), draft.root());
    for (Map.Entry<String, List<String>> each : fromAbove.entrySet()) {
      above.requireNotOf(each.getKey(), each.getValue());
    }
    for (String root : below) {
      if (isReplaced(ManifestKeys.base(root))) {
        replacedKeys.addAll(reader.read(root).entries().keySet());
      }
    }
    return List.copyOf(excluded.values());
  }

  private boolean isBelow(String root) {
    return root.startsWith(ManifestKeys.under(draft.root()));
  }

  private boolean isReplaced(String key) {
    return Folder.isBelowAny(key.substring(ManifestKeys.under(draft.root()).length()), folders);
  }

  private void addDeltas() {
    listed.stream()
        .map(ObjectInfo::key)
        .filter(key -> ManifestKeys.rootOfDelta(key).filter(draft.root()::equals).isPresent())
        .forEach(replacedKeys::add);
  }

  private Set<String> folded(DatasetState state) {
    TreeSet<String> folded = new TreeSet<>(state.deltasSeen());
    state.base().ifPresent(before -> folded.addAll(before.folded()));
    while (folded.size() > Math.max(MOST_FOLDED, state.deltasSeen().size())) {
      folded.pollFirst();
    }
    return folded;
  }

  /** The manifest, after its content was requested. */
  Manifest manifest() {
    return manifest;
  }

  /** A moved dataset continues to declare the tag of its old names (rule N2). */
  private String tag() {
    return seen.manifest().map(Manifest::tag).orElse(draft.tag());
  }

  /** Whether the base drops valid entries. */
  boolean replacesEntries() {
    return replacesEntries;
  }

  /** The full keys of the objects that the base makes obsolete. */
  List<String> replacedKeys() {
    return replacedKeys;
  }
}
