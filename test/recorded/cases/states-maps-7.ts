// Recorded answers about maps of the states service that read files of comma-separated values.
import { call, localstack, type RecordedCase, type RecordedCases } from '../case.ts';
import { createMachine, definitionOf, stateMachineArn } from '../states-steps.ts';

const MAP = definitionOf({
  Read: {
    Type: 'Map',
    ItemReader: {
      Resource: 'arn:aws:states:::s3:getObject',
      ReaderConfig: { InputType: 'CSV', CSVHeaderLocation: 'FIRST_ROW' },
      Parameters: { 'Bucket.$': '$.Bucket', Key: 'file.csv' },
    },
    ItemProcessor: {
      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
      StartAt: 'Pass',
      States: { Pass: { Type: 'Pass', End: true } },
    },
    End: true,
  },
});

const reads = (title: string, name: string, Body: string, output: string): RecordedCase => ({
  title,
  source: localstack(`stepfunctions/v2/scenarios/test_base_scenarios.py::TestBaseScenarios::${name}`),
  recorded: '2023-09',
  steps: [
    call('s3.CreateBucket', { Bucket: '{id}' }),
    call('s3.PutObject', { Bucket: '{id}', Key: 'file.csv', Body }),
    createMachine(MAP),
    call('states.StartExecution', { stateMachineArn, input: '{"Bucket":"{id}"}' }, { as: 'execution' }),
    {
      call: 'states.DescribeExecution',
      input: { executionArn: '{execution.executionArn}' },
      eventually: true,
      contains: { status: 'SUCCEEDED', output },
    },
  ],
});

export const recorded: RecordedCases = {
  service: 'states',
  cases: [
    reads(
      'an item of a file has a member without a name before others',
      'test_map_item_reader_csv_first_row_extra_fields',
      'H1,\nValue4,Value5\n,\ntrue,1\n',
      '[{"":"Value5","H1":"Value4"},{"":"","H1":""},{"":"1","H1":"true"}]',
    ),
    reads(
      'the members of an item of a file have an order of their own',
      'test_map_item_reader_csv_headers_first_row_typed_headers',
      '0,True,{}\nValue4,Value5,Value6\n',
      '[{"0":"Value4","{}":"Value6","True":"Value5"}]',
    ),
  ],
};
